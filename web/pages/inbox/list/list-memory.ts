import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useLatest } from "#web/pages/inbox/shared/hooks.ts";
import { rowPixels } from "#web/pages/inbox/shared/layout.ts";
import { nothing } from "#web/pages/inbox/store.ts";
import type { Inbox, Selected } from "#web/pages/inbox/types.ts";
import { tryStorage } from "#web/ui/storage.ts";

const key = "inbox.list";
// A reload loads at most this number of rows to restore the position.
const maximumRows = 10_000;

/** A list when the user left its document: the top row, the number of rows to load for it, and the selection. */
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

/** Returns the selection that a list had when the user left its document. */
export const recalledSelection = (list: string): Selected => recall(list)?.selected ?? nothing;

type Goal = Pick<Memory, "row" | "rows">;

/** Restores the row at the top and the selection, after a reload or when the user returns to a list. */
export function useListMemory(inbox: Inbox): void {
  const goalRef = useRef<Goal | null>(null);
  const topRef = useRef(0);
  useEntry(inbox, goalRef, topRef);
  useDeparture(inbox, topRef);
  useReturn(inbox, goalRef);
}

function useEntry(
  { store, name, scroller }: Inbox,
  goalRef: RefObject<Goal | null>,
  topRef: RefObject<number>,
): void {
  const first = useRef(true);
  // A layout effect, because the length of the next list may change the scroll position afterwards.
  useLayoutEffect(() => {
    const row = store.get().tops.get(name) ?? 0;
    const left = row > 0 ? { row, rows: row + 20 } : null;
    goalRef.current = first.current ? recall(name) : left;
    topRef.current = row;
    const element = scroller.current;
    if (!first.current) element?.scrollTo({ top: 0 });
    first.current = false;
    const note = () => {
      topRef.current = (element?.scrollTop ?? 0) / rowPixels();
    };
    element?.addEventListener("scroll", note, { passive: true });
    return () => {
      element?.removeEventListener("scroll", note);
      store.dispatch({ type: "listLeft", list: name, row: topRef.current });
    };
  }, [store, scroller, name, goalRef, topRef]);
}

function useDeparture({ name, scroller, selected, list: { ids } }: Inbox, topRef: RefObject<number>): void {
  const latest = useLatest({ ids, selected });
  useEffect(() => {
    const leave = () => {
      const { ids, selected } = latest.current;
      const element = scroller.current;
      const row = element ? element.scrollTop / rowPixels() : topRef.current;
      const last = ids.findLastIndex((id) => selected.ids.has(id));
      remember({ list: name, row, rows: Math.max(row > 0 ? row + 20 : 0, last + 1), selected });
    };
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      // The inbox also unmounts when the session ends.
      leave();
    };
  }, [scroller, name, topRef, latest]);
}

/** Loads pages until the row is loaded, unless the user scrolls meanwhile or a page cannot be read. */
function useReturn({ name, scroller, list: { ids, query } }: Inbox, goalRef: RefObject<Goal | null>): void {
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const loaded = ids.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the goal depends on the list
  useLayoutEffect(() => {
    if (!goalRef.current || isFetching || loaded === 0) return;
    const { row, rows } = goalRef.current;
    if (isError || (scroller.current?.scrollTop ?? 0) > 0) goalRef.current = null;
    else if (hasNextPage && loaded < Math.min(rows, maximumRows)) fetchNextPage();
    else {
      goalRef.current = null;
      scroller.current?.scrollTo({ top: row * rowPixels() });
    }
  }, [scroller, name, goalRef, loaded, hasNextPage, isFetching, isError, fetchNextPage]);
}
