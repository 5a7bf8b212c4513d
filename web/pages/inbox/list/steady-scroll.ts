import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

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

/** Keeps the row at the top there when rows become higher or lower. */
export function useSteadyTop(scroller: RefObject<HTMLElement | null>, pixels: number): void {
  const top = useRef({ row: 0, pixels });
  useEffect(() => {
    const element = scroller.current;
    const note = () => {
      top.current = { row: (element?.scrollTop ?? 0) / pixels, pixels };
    };
    note();
    element?.addEventListener("scroll", note, { passive: true });
    return () => element?.removeEventListener("scroll", note);
  }, [scroller, pixels]);
  useLayoutEffect(() => {
    if (top.current.pixels !== pixels) scroller.current?.scrollTo({ top: top.current.row * pixels });
  }, [scroller, pixels]);
}
