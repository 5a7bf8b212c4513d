import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from "react";

/** Every row is equally high, in units of the root's font: so that where each stands is known without measuring. */
export const rowHeight = 6.75;

const beyond = 6;

export type RowWindow = { first: number; last: number };

/** How high a row is in pixels, at the font size that the person has chosen. */
export const rowPixels = () =>
  rowHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The rows from `first` to before `last` that stand in a scroller, and some above and below. */
export function rowsWithin(scrollTop: number, height: number, count: number, pixels: number): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / pixels) - beyond);
  const last = Math.min(count, Math.ceil((scrollTop + height) / pixels) + beyond);
  return { first: Math.min(first, last), last };
}

/** Which of `count` rows are to be rendered in a scroller, following what is scrolled and resized. */
export function useRowWindow(scrollerRef: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [rows, setRows] = useState<RowWindow>({ first: 0, last: 20 });
  const look = useCallback(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const next = rowsWithin(element.scrollTop, element.clientHeight, count, rowPixels());
    setRows((known) => (known.first === next.first && known.last === next.last ? known : next));
  }, [scrollerRef, count]);

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
