import { type RefObject, useCallback, useEffect, useRef } from "react";
import { rowIdOf, type useFocus } from "#web/pages/inbox/shared/focus.ts";
import { rowPixels } from "#web/pages/inbox/shared/layout.ts";
import type { FocusMove, InboxState, InboxStore } from "#web/pages/inbox/types.ts";

type Shown = {
  store: InboxStore;
  state: InboxState;
  focus: ReturnType<typeof useFocus>;
  scroller: RefObject<HTMLElement | null>;
  ids: readonly string[];
  opened: string | null;
};

/** Moves through the rows, and from the opened message to the ones beside it. */
export function useCursor({ store, state, focus, scroller, ids, opened }: Shown) {
  const focused = state.focused?.id ?? null;
  useTakenOverFocus({ store, state, focus, ids });

  const show = useCallback((id: string) => scrollToRow(scroller.current, ids.indexOf(id)), [ids, scroller]);
  const focusRow = useCallback(
    (id: string | null | undefined) => {
      if (!id) return;
      store.dispatch({ type: "rowFocused", ids, id });
      show(id);
      focus.row(id);
    },
    [store, ids, focus, show],
  );
  const moveFocus = useCallback(
    (move: FocusMove) => {
      const { focused } = store.get();
      if (move === "first") focusRow(ids[0]);
      else if (move === "last") focusRow(ids.at(-1));
      else if (focused === null) focusRow(tabStop(store.get(), ids, opened));
      else focusRow(neighbour(ids, focused.id, move === "next" ? 1 : -1, focused.index));
    },
    [store, ids, opened, focusRow],
  );
  /** The row that the tab key reaches; the list itself where it has none. */
  const focusList = () => {
    const row = tabStop(store.get(), ids, opened);
    if (row) focusRow(row);
    else focus.list();
  };
  /** The message before or after the opened one. */
  const beside = (step: 1 | -1) => (opened === null ? null : neighbour(ids, opened, step, state.openedIndex));

  return {
    tabStop: tabStop(state, ids, opened),
    focused: focused !== null && ids.includes(focused) ? focused : null,
    focusRow,
    focusList,
    moveFocus,
    beside,
    show,
  };
}

/** When the row with the focus leaves the list, what moved up to its place has the focus, else the list. */
function useTakenOverFocus({ store, state, focus, ids }: Omit<Shown, "scroller" | "opened">): void {
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

/** The row that takes over from the one that the keyboard was at, which has left the list. */
export const nextFocus = ({ focused }: InboxState, ids: readonly string[]): string | undefined =>
  focused ? ids[Math.min(focused.index, ids.length - 1)] : undefined;

/** The row that the tab key reaches. */
export function tabStop(state: InboxState, ids: readonly string[], opened: string | null): string | null {
  if (state.focused && ids.includes(state.focused.id)) return state.focused.id;
  if (opened !== null && ids.includes(opened)) return opened;
  return nextFocus(state, ids) ?? ids[0] ?? null;
}

/**
 * The neighbour of `id` in the list, null at the ends. Once `id` has left the list, `lastIndex` is
 * where it was: its next one is what moved up there. Where it never was in the list the first comes next.
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
