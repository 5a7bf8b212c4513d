import { type RefObject, useLayoutEffect, useRef } from "react";

/** Keeps what is seen where it is when rows come or go above it. */
export function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  pixels: number,
): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const old = before.current;
    before.current = ids;
    const element = scroller.current;
    if (!element || old === ids || element.scrollTop < 1) return;
    const top = Math.floor(element.scrollTop / pixels);
    for (let index = top; index < Math.min(old.length, top + 20); index += 1) {
      const now = ids.indexOf(old[index] ?? "");
      if (now === -1) continue;
      if (now !== index) element.scrollBy({ top: (now - index) * pixels });
      return;
    }
  }, [scroller, ids, pixels]);
}
