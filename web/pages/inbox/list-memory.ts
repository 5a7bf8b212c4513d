import { type RefObject, useEffect, useRef } from "react";
import { rowPixels } from "./row-window.ts";
import { nothing, type Selected } from "./selection.ts";

const key = "inbox.list";
// More are not loaded again only to be where one was.
const mostRows = 10_000;

/** What a list was like when its document was left: the row at the top, how many rows that takes, what was selected. */
type Memory = { list: string; row: number; rows: number; selected: Selected };

function recall(list: string): Memory | null {
  try {
    const memory = JSON.parse(sessionStorage.getItem(key) ?? "null", revive) as Memory | null;
    return memory?.list === list ? memory : null;
  } catch {
    return null;
  }
}

function remember(memory: Memory): void {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify(memory, (_, value) => (value instanceof Set ? [...value] : value)),
    );
  } catch {
    // Without storage a reload starts at the top.
  }
}

const revive = (name: string, value: unknown) => (name === "ids" ? new Set(value as string[]) : value);

/** What was selected in a list when its document was left. */
export const recalledSelection = (list: string): Selected => recall(list)?.selected ?? nothing;

type Loading = { ids: readonly string[]; hasMore: boolean; isBusy: boolean; loadMore: () => void };

/**
 * Comes back after a reload to the row that stood at the top: `loadMore` is called until it is there, and what was
 * selected with it, unless somebody scrolls meanwhile. Another list starts at its beginning.
 */
export function useListMemory(
  scroller: RefObject<HTMLElement | null>,
  list: string,
  selected: Selected,
  { ids, hasMore, isBusy, loadMore }: Loading,
): void {
  const goal = useRef<Memory | null>(null);
  const first = useRef(true);
  const latest = useRef({ ids, selected });
  useEffect(() => {
    latest.current = { ids, selected };
  });

  useEffect(() => {
    goal.current = first.current ? recall(list) : null;
    if (!first.current) scroller.current?.scrollTo({ top: 0 });
    first.current = false;
    const leave = () => {
      const { ids, selected } = latest.current;
      const row = (scroller.current?.scrollTop ?? 0) / rowPixels();
      const last = ids.findLastIndex((id) => selected.ids.has(id));
      remember({ list, row, rows: Math.max(row > 0 ? row + 20 : 0, last + 1), selected });
    };
    addEventListener("pagehide", leave);
    return () => removeEventListener("pagehide", leave);
  }, [scroller, list]);

  const loaded = ids.length;
  useEffect(() => {
    if (!goal.current || isBusy || loaded === 0) return;
    const { row, rows } = goal.current;
    if ((scroller.current?.scrollTop ?? 0) > 0) goal.current = null;
    else if (hasMore && loaded < Math.min(rows, mostRows)) loadMore();
    else {
      goal.current = null;
      scroller.current?.scrollTo({ top: row * rowPixels() });
    }
  }, [scroller, loaded, hasMore, isBusy, loadMore]);
}
