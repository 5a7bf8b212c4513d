import { type RefObject, useEffect, useRef } from "react";
import { findRowId, type useFocus } from "#web/pages/inbox/shared/focus.ts";
import { getRowPixels } from "#web/pages/inbox/shared/layout.ts";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import type { InboxState } from "#web/pages/inbox/types.ts";

type CursorInput = {
  store: InboxStore;
  state: InboxState;
  scroller: RefObject<HTMLDivElement | null>;
  focus: ReturnType<typeof useFocus>;
  ids: readonly string[];
  openedId: string | null;
};

/**
 * Returns the functions by which keys and actions move through the list, whose rows have a single tab stop. When the
 * focused row leaves the list, the focus moves to the next row.
 */
export function useCursorModel({ store, state, focus, scroller, ids, openedId }: CursorInput) {
  const focusedId = state.focusedRow?.id ?? null;
  useFocusOfRemovedRow({ store, state, focus, ids });

  /** Scrolls a row into view. */
  const show = (id: string) => scrollToRow(scroller.current, ids.indexOf(id));
  const focusRow = (id: string | null | undefined) => {
    if (!id) return;
    store.noteFocusedRow(ids, id);
    show(id);
    focus.row(id);
  };
  return {
    /** The row that the tab key reaches. */
    tabStop: findTabStop(state, ids, openedId),
    focusedId: focusedId !== null && ids.includes(focusedId) ? focusedId : null,
    focusRow,
    /** Focuses the row that the tab key reaches, or the list itself if it has no row. */
    focusList() {
      const row = findTabStop(store.get(), ids, openedId);
      if (row) focusRow(row);
      else focus.list();
    },
    moveFocus(move: "next" | "previous" | "first" | "last") {
      const { focusedRow } = store.get();
      if (move === "first") focusRow(ids[0]);
      else if (move === "last") focusRow(ids.at(-1));
      else if (focusedRow === null) focusRow(findTabStop(store.get(), ids, openedId));
      else focusRow(findNeighbor(ids, focusedRow.id, move === "next" ? 1 : -1, focusedRow.index));
    },
    /** Returns the message before or after the opened one. */
    getOpenedNeighbor: (step: 1 | -1) =>
      openedId === null ? null : findNeighbor(ids, openedId, step, state.openedIndex),
    show,
  };
}

export type Cursor = ReturnType<typeof useCursorModel>;

/** Moves the focus of a row that leaves the list to the row that follows at its index, else to the list. */
function useFocusOfRemovedRow({
  store,
  state,
  focus,
  ids,
}: Omit<CursorInput, "scroller" | "openedId">): void {
  const { focusedRow } = state;
  const hadFocus = useRef(false);
  useEffect(() => {
    const watch = (event: FocusEvent) => {
      hadFocus.current = event.target instanceof Element && findRowId(event.target) !== null;
    };
    document.addEventListener("focusin", watch);
    return () => document.removeEventListener("focusin", watch);
  }, []);
  useEffect(() => {
    if (!focusedRow || ids.includes(focusedRow.id)) return;
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const nextId = findNextFocus(store.get(), ids);
    if (!nextId) return focus.list();
    store.noteFocusedRow(ids, nextId);
    focus.row(nextId);
  }, [store, focusedRow, focus, ids]);
}

/** Scrolls the list as little as is needed to show a whole row. */
function scrollToRow(scroller: HTMLElement | null, index: number): void {
  if (!scroller || index === -1) return;
  const pixels = getRowPixels();
  const [top, bottom] = [index * pixels, (index + 1) * pixels];
  if (top < scroller.scrollTop) scroller.scrollTo({ top });
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTo({ top: bottom - scroller.clientHeight });
  }
}

/** Returns the row at the last index of the focused row, which has left the list. */
export const findNextFocus = ({ focusedRow }: InboxState, ids: readonly string[]): string | undefined =>
  focusedRow ? ids[Math.min(focusedRow.index, ids.length - 1)] : undefined;

/** Returns the id of the row that the tab key reaches; null for an empty list. */
export function findTabStop(
  state: InboxState,
  ids: readonly string[],
  openedId: string | null,
): string | null {
  if (state.focusedRow && ids.includes(state.focusedRow.id)) return state.focusedRow.id;
  if (openedId !== null && ids.includes(openedId)) return openedId;
  return findNextFocus(state, ids) ?? ids[0] ?? null;
}

/**
 * Returns the neighbor of `id` in the list, null at the ends. If `id` has left the list, the row that moved to its
 * `lastIndex` comes next. If `id` never was in the list, the first row comes next.
 */
export function findNeighbor(
  ids: readonly string[],
  id: string | null,
  step: 1 | -1,
  lastIndex = -1,
): string | null {
  const index = id === null ? -1 : ids.indexOf(id);
  if (index >= 0) return ids[index + step] ?? null;
  if (lastIndex < 0) return (step === 1 && ids[0]) || null;
  return ids[step === 1 ? lastIndex : lastIndex - 1] ?? null;
}
