import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { nothing, type Selected } from "#web/pages/inbox/selection.ts";
import { tryStorage } from "#web/ui/storage.ts";
import { rowPixels } from "./row-window.ts";

const key = "inbox.list";
// More are not loaded again only to be where one was.
const mostRows = 10_000;

/** What a list was like when its document was left: the row at the top, how many rows that takes, what was selected. */
type Memory = { list: string; row: number; rows: number; selected: Selected };

function recall(list: string): Memory | null {
  const memory: Memory | null | undefined = tryStorage(() =>
    JSON.parse(sessionStorage.getItem(key) ?? "null", revive),
  );
  return memory?.list === list ? memory : null;
}

function remember(memory: Memory): void {
  const text = JSON.stringify(memory, (_, value) => (value instanceof Set ? [...value] : value));
  tryStorage(() => sessionStorage.setItem(key, text));
}

const revive = (name: string, value: unknown) => (name === "ids" ? new Set(value as string[]) : value);

/** What was selected in a list when its document was left. */
export const recalledSelection = (list: string): Selected => recall(list)?.selected ?? nothing;

type Loading = {
  ids: readonly string[];
  hasMore: boolean;
  isBusy: boolean;
  failed: boolean;
  loadMore: () => void;
};

/**
 * Comes back to the row that stood at the top, after a reload or from another list: `loadMore` is called until it is
 * there, and what was selected with it, unless someone scrolls meanwhile or a page cannot be read. A list that is new starts at its beginning.
 */
export function useListMemory(
  scroller: RefObject<HTMLElement | null>,
  list: string,
  selected: Selected,
  { ids, hasMore, isBusy, failed, loadMore }: Loading,
): void {
  const goal = useRef<Pick<Memory, "row" | "rows"> | null>(null);
  const first = useRef(true);
  const tops = useRef(new Map<string, number>());
  const latest = useRef({ ids, selected });
  useEffect(() => {
    latest.current = { ids, selected };
  });

  // Before the other list's length moves what is scrolled.
  useLayoutEffect(() => {
    const row = tops.current.get(list) ?? 0;
    const left = row > 0 ? { row, rows: row + 20 } : null;
    goal.current = first.current ? recall(list) : left;
    const element = scroller.current;
    if (!first.current) element?.scrollTo({ top: 0 });
    first.current = false;
    const note = () => tops.current.set(list, (element?.scrollTop ?? 0) / rowPixels());
    element?.addEventListener("scroll", note, { passive: true });
    return () => element?.removeEventListener("scroll", note);
  }, [scroller, list]);

  useEffect(() => {
    const leave = () => {
      const { ids, selected } = latest.current;
      const element = scroller.current;
      const row = element ? element.scrollTop / rowPixels() : (tops.current.get(list) ?? 0);
      const last = ids.findLastIndex((id) => selected.ids.has(id));
      remember({ list, row, rows: Math.max(row > 0 ? row + 20 : 0, last + 1), selected });
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      // Also where the document stays: the session ended, and nothing of the inbox is in it until there is a new one.
      leave();
    };
  }, [scroller, list]);

  const loaded = ids.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has another goal
  useLayoutEffect(() => {
    if (!goal.current || isBusy || loaded === 0) return;
    const { row, rows } = goal.current;
    if (failed || (scroller.current?.scrollTop ?? 0) > 0) goal.current = null;
    else if (hasMore && loaded < Math.min(rows, mostRows)) loadMore();
    else {
      goal.current = null;
      scroller.current?.scrollTo({ top: row * rowPixels() });
    }
  }, [scroller, list, loaded, hasMore, isBusy, failed, loadMore]);
}
