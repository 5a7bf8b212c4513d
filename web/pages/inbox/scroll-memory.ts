import { type RefObject, useEffect, useRef } from "react";
import { rowPixels } from "./row-window.ts";

const key = "inbox.scroll";
// More pages than these are not loaded again only to be where one was.
const mostRows = 2_000;

type Memory = { list: string; row: number };

function remembered(list: string): number {
  try {
    const memory = JSON.parse(sessionStorage.getItem(key) ?? "null") as Memory | null;
    return memory?.list === list ? Math.min(memory.row, mostRows) : 0;
  } catch {
    return 0;
  }
}

/**
 * Comes back after a reload to the row that stood at the top: `loadMore` is called until it is loaded. Another
 * list starts at its beginning.
 */
export function useScrollMemory(
  scroller: RefObject<HTMLElement | null>,
  list: string,
  {
    loaded,
    hasMore,
    isBusy,
    loadMore,
  }: { loaded: number; hasMore: boolean; isBusy: boolean; loadMore: () => void },
): void {
  const goal = useRef<number | null>(null);
  const first = useRef(true);

  useEffect(() => {
    goal.current = first.current ? remembered(list) : null;
    if (!first.current) scroller.current?.scrollTo({ top: 0 });
    first.current = false;
    const leave = () => {
      const row = (scroller.current?.scrollTop ?? 0) / rowPixels();
      try {
        sessionStorage.setItem(key, JSON.stringify({ list, row } satisfies Memory));
      } catch {
        // Without storage a reload starts at the top.
      }
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [scroller, list]);

  useEffect(() => {
    const row = goal.current;
    if (!row || isBusy || loaded === 0) return;
    if (hasMore && loaded < row + 20) {
      loadMore();
      return;
    }
    goal.current = null;
    scroller.current?.scrollTo({ top: row * rowPixels() });
  }, [scroller, loaded, hasMore, isBusy, loadMore]);
}
