import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { Concerns } from "#web/pages/inbox/concerns.ts";
import { useLatest } from "#web/pages/inbox/shared/hooks.ts";
import { getRowPixels } from "#web/pages/inbox/shared/layout.ts";
import { emptySelection } from "#web/pages/inbox/store.ts";
import type { MessageSelection } from "#web/pages/inbox/types.ts";
import { tryStorage } from "#web/ui/storage.ts";

const key = "inbox.list";
// A reload loads at most this number of rows to restore the position.
const maximumRows = 10_000;
// The rows to load below a restored top row, so that they fill the screen.
const rowsBelowTop = 20;

/** A list when the user left its document: the top row, the number of rows to load for it, and the selection. */
type ListMemory = { list: string; row: number; rows: number; selected: MessageSelection };

/** Returns the position and the selection that this tab has stored for a list; null if it last left another list. */
function recall(list: string): ListMemory | null {
  const memory: ListMemory | null | undefined = tryStorage(() =>
    JSON.parse(sessionStorage.getItem(key) ?? "null", revive),
  );
  return memory?.list === list ? memory : null;
}

function remember(memory: ListMemory): void {
  const text = JSON.stringify(memory, (_, value) => (value instanceof Set ? [...value] : value));
  tryStorage(() => sessionStorage.setItem(key, text));
}

const revive = (name: string, value: unknown) => (name === "ids" ? new Set(value as string[]) : value);

/** Returns the selection that a list had when the user left its document. */
export const recallSelection = (list: string): MessageSelection => recall(list)?.selected ?? emptySelection;

type Goal = Pick<ListMemory, "row" | "rows">;

/** Restores the scroll position after a reload or on return to a list. Stores it and the selection for a reload. */
export function useListMemory(concerns: Concerns): void {
  const goalRef = useRef<Goal | null>(null);
  const topRef = useRef(0);
  useEntry(concerns, goalRef, topRef);
  useDeparture(concerns, topRef);
  useReturn(concerns, goalRef);
}

/**
 * Sets the position to restore when the user enters a list: after a reload from sessionStorage, else from the store.
 * Reports the row at the top to the store when the user leaves the list.
 */
function useEntry(
  { store, navigation: { listName }, scroller }: Concerns,
  goalRef: RefObject<Goal | null>,
  topRef: RefObject<number>,
): void {
  const isFirstList = useRef(true);
  // A layout effect, because the length of the next list may change the scroll position afterwards.
  useLayoutEffect(() => {
    const row = store.get().topRows.get(listName) ?? 0;
    const previousGoal = row > 0 ? { row, rows: row + rowsBelowTop } : null;
    goalRef.current = isFirstList.current ? recall(listName) : previousGoal;
    topRef.current = row;
    const element = scroller.current;
    if (!isFirstList.current) element?.scrollTo({ top: 0 });
    isFirstList.current = false;
    const noteTopRow = () => {
      topRef.current = (element?.scrollTop ?? 0) / getRowPixels();
    };
    element?.addEventListener("scroll", noteTopRow, { passive: true });
    return () => {
      element?.removeEventListener("scroll", noteTopRow);
      store.set({ topRows: new Map(store.get().topRows).set(listName, topRef.current) });
    };
  }, [store, scroller, listName, goalRef, topRef]);
}

/**
 * Stores the list's scroll position and selection in sessionStorage when the user leaves the document or the inbox
 * closes. A later visit in this tab restores the selection at once, and the position when `rows` rows are loaded.
 */
function useDeparture(
  { navigation: { listName }, selection: { selected }, list: { ids }, scroller }: Concerns,
  topRef: RefObject<number>,
): void {
  const latestList = useLatest({ ids, selected });
  useEffect(() => {
    const leave = () => {
      const { ids, selected } = latestList.current;
      const element = scroller.current;
      const row = element ? element.scrollTop / getRowPixels() : topRef.current;
      const lastSelectedIndex = ids.findLastIndex((id) => selected.ids.has(id));
      const rows = Math.max(row > 0 ? row + rowsBelowTop : 0, lastSelectedIndex + 1);
      remember({ list: listName, row, rows, selected });
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      // The inbox also unmounts when the session ends.
      leave();
    };
  }, [scroller, listName, topRef, latestList]);
}

/**
 * Scrolls the list back to the row at which the user left it, after it has loaded the pages up to the goal. Stops if
 * the user scrolls meanwhile or a page cannot be loaded.
 */
function useReturn(
  { navigation: { listName }, list: { ids, query }, scroller }: Concerns,
  goalRef: RefObject<Goal | null>,
): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const loadedCount = ids.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the goal depends on the list
  useLayoutEffect(() => {
    if (!goalRef.current || isFetching || loadedCount === 0) return;
    const { row, rows } = goalRef.current;
    if (isError || (scroller.current?.scrollTop ?? 0) > 0) goalRef.current = null;
    else if (hasNextPage && loadedCount < Math.min(rows, maximumRows)) fetchNextPage();
    else {
      goalRef.current = null;
      scroller.current?.scrollTo({ top: row * getRowPixels() });
    }
  }, [scroller, listName, goalRef, loadedCount, hasNextPage, isFetching, isError, fetchNextPage]);
}
