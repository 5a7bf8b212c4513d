import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

const beyond = 6;

export type RowWindow = { first: number; last: number };

/** Returns the visible rows of a scroller, with `overscanRows` above and below. `last` is exclusive. */
export function rowsWithin(scrollTop: number, height: number, count: number, pixels: number): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / pixels) - beyond);
  const last = Math.min(count, Math.ceil((scrollTop + height) / pixels) + beyond);
  return { first: Math.min(first, last), last };
}

/** Returns the rows in the window, and the row `pinnedRow` wherever it is; -1 for none. */
export function renderedRows({ first, last }: RowWindow, kept: number): number[] {
  const rows: number[] = [];
  for (let index = first; index < last; index += 1) rows.push(index);
  if (kept >= 0 && kept < first) rows.unshift(kept);
  if (kept >= last) rows.push(kept);
  return rows;
}

/** Returns the rows to render at the current scroll position, scroller size and density. */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  count: number,
  pixels: number,
): RowWindow {
  const [rows, setRows] = useState<RowWindow>({ first: 0, last: 20 });
  const look = useCallback(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const next = rowsWithin(element.scrollTop, element.clientHeight, count, pixels);
    setRows((known) => (known.first === next.first && known.last === next.last ? known : next));
  }, [scrollerRef, count, pixels]);

  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scrollerRef, look]);
  return { first: Math.min(rows.first, count), last: Math.min(rows.last, count) };
}

/** Keeps the visible rows in place when rows are added or removed above them. */
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

/** Keeps the top row in place when the height of rows changes. */
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
