import { useEffect, useRef } from "react";
import { rowIdOf, type useFocus } from "#web/pages/inbox/shared/focus.ts";
import { rowPixels } from "#web/pages/inbox/shared/layout.ts";
import type { Cursor, Inbox, InboxState } from "#web/pages/inbox/types.ts";

type CursorInput = Pick<Inbox, "store" | "state" | "scroller"> & {
  focus: ReturnType<typeof useFocus>;
  ids: readonly string[];
  opened: string | null;
};

export function useCursor({ store, state, focus, scroller, ids, opened }: CursorInput): Cursor {
  const focused = state.focused?.id ?? null;
  useFocusOfRemovedRow({ store, state, focus, ids });

  const show = (id: string) => scrollToRow(scroller.current, ids.indexOf(id));
  const focusRow = (id: string | null | undefined) => {
    if (!id) return;
    store.dispatch({ type: "rowFocused", ids, id });
    show(id);
    focus.row(id);
  };
  return {
    tabStop: tabStop(state, ids, opened),
    focused: focused !== null && ids.includes(focused) ? focused : null,
    focusRow,
    focusList() {
      const row = tabStop(store.get(), ids, opened);
      if (row) focusRow(row);
      else focus.list();
    },
    moveFocus(move) {
      const { focused } = store.get();
      if (move === "first") focusRow(ids[0]);
      else if (move === "last") focusRow(ids.at(-1));
      else if (focused === null) focusRow(tabStop(store.get(), ids, opened));
      else focusRow(neighbour(ids, focused.id, move === "next" ? 1 : -1, focused.index));
    },
    beside: (step) => (opened === null ? null : neighbour(ids, opened, step, state.openedIndex)),
    show,
  };
}

/** Moves the focus of a row that leaves the list to the row that follows at its index, else to the list. */
function useFocusOfRemovedRow({ store, state, focus, ids }: Omit<CursorInput, "scroller" | "opened">): void {
  const { focused } = state;
  const hadFocus = useRef(false);
  useEffect(() => {
    const watch = (event: FocusEvent) => {
      hadFocus.current = event.target instanceof Element && rowIdOf(event.target) !== null;
    };
    document.addEventListener("focusin", watch);
    return () => document.removeEventListener("focusin", watch);
  }, []);
  useEffect(() => {
    if (!focused || ids.includes(focused.id)) return;
    if (!hadFocus.current || document.activeElement !== document.body) return;
    const next = nextFocus(store.get(), ids);
    if (!next) return focus.list();
    store.dispatch({ type: "rowFocused", ids, id: next });
    focus.row(next);
  }, [store, focused, focus, ids]);
}

function scrollToRow(scroller: HTMLElement | null, index: number): void {
  if (!scroller || index === -1) return;
  const pixels = rowPixels();
  const [top, bottom] = [index * pixels, (index + 1) * pixels];
  if (top < scroller.scrollTop) scroller.scrollTo({ top });
  else if (bottom > scroller.scrollTop + scroller.clientHeight) {
    scroller.scrollTo({ top: bottom - scroller.clientHeight });
  }
}

/** Returns the row at the last index of the focused row, which has left the list. */
export const nextFocus = ({ focused }: InboxState, ids: readonly string[]): string | undefined =>
  focused ? ids[Math.min(focused.index, ids.length - 1)] : undefined;

/** Returns the row that the tab key reaches. */
export function tabStop(state: InboxState, ids: readonly string[], opened: string | null): string | null {
  if (state.focused && ids.includes(state.focused.id)) return state.focused.id;
  if (opened !== null && ids.includes(opened)) return opened;
  return nextFocus(state, ids) ?? ids[0] ?? null;
}

/**
 * Returns the neighbour of `id` in the list, null at the ends. If `id` has left the list, the row that moved to its
 * `lastIndex` comes next. If `id` never was in the list, the first row comes next.
 */
export function neighbour(
  ids: readonly string[],
  id: string | null,
  step: 1 | -1,
  lastIndex = -1,
): string | null {
  const at = id === null ? -1 : ids.indexOf(id);
  if (at >= 0) return ids[at + step] ?? null;
  if (lastIndex < 0) return (step === 1 && ids[0]) || null;
  return ids[step === 1 ? lastIndex : lastIndex - 1] ?? null;
}
