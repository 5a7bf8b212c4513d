import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";

const overscanRows = 6;

export type RowWindow = { first: number; last: number };

/** Returns the visible rows of a scroller, with `overscanRows` above and below. `last` is exclusive. */
export function toRowWindow(scrollTop: number, height: number, count: number, rowPixels: number): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowPixels) - overscanRows);
  const last = Math.min(count, Math.ceil((scrollTop + height) / rowPixels) + overscanRows);
  return { first: Math.min(first, last), last };
}

/**
 * Returns the rows in the window, and `pinnedRow` (-1 for none) even outside of it. That row is the list's tab stop,
 * which the keyboard needs wherever the user scrolls.
 */
export function listRenderedRows({ first, last }: RowWindow, pinnedRow: number): number[] {
  const rows: number[] = [];
  for (let index = first; index < last; index += 1) rows.push(index);
  if (pinnedRow >= 0 && pinnedRow < first) rows.unshift(pinnedRow);
  if (pinnedRow >= last) rows.push(pinnedRow);
  return rows;
}

/** Returns the rows of a long list to render, updated when the user scrolls or the scroller changes its size. */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  count: number,
  rowPixels: number,
): RowWindow {
  const [rows, setRows] = useState<RowWindow>({ first: 0, last: 20 });
  const updateRows = useCallback(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const nextRows = toRowWindow(element.scrollTop, element.clientHeight, count, rowPixels);
    setRows((currentRows) =>
      currentRows.first === nextRows.first && currentRows.last === nextRows.last ? currentRows : nextRows,
    );
  }, [scrollerRef, count, rowPixels]);

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

/** Keeps the visible rows in place when rows are added or removed above them, unless the list is at its top. */
export function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  rowPixels: number,
): void {
  const lastIds = useRef(ids);
  useLayoutEffect(() => {
    const oldIds = lastIds.current;
    lastIds.current = ids;
    const element = scroller.current;
    if (!element || oldIds === ids || element.scrollTop < 1) return;
    const top = Math.floor(element.scrollTop / rowPixels);
    for (let index = top; index < Math.min(oldIds.length, top + 20); index += 1) {
      const newIndex = ids.indexOf(oldIds[index] ?? "");
      if (newIndex === -1) continue;
      if (newIndex !== index) element.scrollBy({ top: (newIndex - index) * rowPixels });
      return;
    }
  }, [scroller, ids, rowPixels]);
}

/** Keeps the top row in place when the height of rows changes. */
export function useSteadyTop(scroller: RefObject<HTMLElement | null>, rowPixels: number): void {
  const top = useRef({ row: 0, rowPixels });
  useEffect(() => {
    const element = scroller.current;
    const noteTopRow = () => {
      top.current = { row: (element?.scrollTop ?? 0) / rowPixels, rowPixels };
    };
    noteTopRow();
    element?.addEventListener("scroll", noteTopRow, { passive: true });
    return () => element?.removeEventListener("scroll", noteTopRow);
  }, [scroller, rowPixels]);
  useLayoutEffect(() => {
    if (top.current.rowPixels !== rowPixels) scroller.current?.scrollTo({ top: top.current.row * rowPixels });
  }, [scroller, rowPixels]);
}
