import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

const overscanRows = 6;

export type RowWindow = { first: number; last: number };

/** Returns the visible rows of a scroller, with `overscanRows` above and below. `last` is exclusive. */
export function toRowWindow(scrollTop: number, height: number, count: number, pixels: number): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / pixels) - overscanRows);
  const last = Math.min(count, Math.ceil((scrollTop + height) / pixels) + overscanRows);
  return { first: Math.min(first, last), last };
}

/** Returns the rows in the window, and the row `pinnedRow` wherever it is; -1 for none. */
export function listRenderedRows({ first, last }: RowWindow, pinnedRow: number): number[] {
  const rows: number[] = [];
  for (let index = first; index < last; index += 1) rows.push(index);
  if (pinnedRow >= 0 && pinnedRow < first) rows.unshift(pinnedRow);
  if (pinnedRow >= last) rows.push(pinnedRow);
  return rows;
}

/** Returns the rows to render at the current scroll position, scroller size and density. */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  count: number,
  pixels: number,
): RowWindow {
  const [rows, setRows] = useState<RowWindow>({ first: 0, last: 20 });
  const updateRows = useCallback(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const nextRows = toRowWindow(element.scrollTop, element.clientHeight, count, pixels);
    setRows((currentRows) =>
      currentRows.first === nextRows.first && currentRows.last === nextRows.last ? currentRows : nextRows,
    );
  }, [scrollerRef, count, pixels]);

  useLayoutEffect(updateRows, [updateRows]);
  useEffect(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const sizes = new ResizeObserver(updateRows);
    sizes.observe(element);
    element.addEventListener("scroll", updateRows, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", updateRows);
    };
  }, [scrollerRef, updateRows]);
  return { first: Math.min(rows.first, count), last: Math.min(rows.last, count) };
}

/** Keeps the visible rows in place when rows are added or removed above them. */
export function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  pixels: number,
): void {
  const lastIds = useRef(ids);
  useLayoutEffect(() => {
    const oldIds = lastIds.current;
    lastIds.current = ids;
    const element = scroller.current;
    if (!element || oldIds === ids || element.scrollTop < 1) return;
    const top = Math.floor(element.scrollTop / pixels);
    for (let index = top; index < Math.min(oldIds.length, top + 20); index += 1) {
      const newIndex = ids.indexOf(oldIds[index] ?? "");
      if (newIndex === -1) continue;
      if (newIndex !== index) element.scrollBy({ top: (newIndex - index) * pixels });
      return;
    }
  }, [scroller, ids, pixels]);
}

/** Keeps the top row in place when the height of rows changes. */
export function useSteadyTop(scroller: RefObject<HTMLElement | null>, pixels: number): void {
  const top = useRef({ row: 0, pixels });
  useEffect(() => {
    const element = scroller.current;
    const noteTopRow = () => {
      top.current = { row: (element?.scrollTop ?? 0) / pixels, pixels };
    };
    noteTopRow();
    element?.addEventListener("scroll", noteTopRow, { passive: true });
    return () => element?.removeEventListener("scroll", noteTopRow);
  }, [scroller, pixels]);
  useLayoutEffect(() => {
    if (top.current.pixels !== pixels) scroller.current?.scrollTo({ top: top.current.row * pixels });
  }, [scroller, pixels]);
}
