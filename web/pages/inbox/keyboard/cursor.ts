import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { rowPixels } from "#web/pages/inbox/list/row-window.ts";
import { rowIdOf, type useFocus } from "#web/pages/inbox/next-focus.ts";
import { neighbour } from "./keys.ts";

/**
 * The row that the keyboard is at. It is remembered by its message and by its place: when the message leaves the
 * list, what moved up to its place is next, and takes over the focus if the row had it.
 */
export function useCursor(
  ids: readonly string[],
  opened: string | null,
  focus: ReturnType<typeof useFocus>,
  scroller: RefObject<HTMLElement | null>,
) {
  const [focused, setFocused] = useState<string | null>(null);
  const hadFocus = useRef(false);

  const at = focused === null ? -1 : ids.indexOf(focused);
  const place = opened === null ? -1 : ids.indexOf(opened);
  // Where they stood when they were shown last.
  const [shown, setShown] = useState({ focusedAt: -1, openedAt: -1 });
  const focusedAt = at >= 0 ? at : shown.focusedAt;
  const openedAt = place >= 0 || opened === null ? place : shown.openedAt;
  useLayoutEffect(() => {
    setShown((now) =>
      now.focusedAt === focusedAt && now.openedAt === openedAt ? now : { focusedAt, openedAt },
    );
  }, [focusedAt, openedAt]);

  const heir = ids[Math.min(focusedAt, ids.length - 1)];
  const tabStop = at >= 0 ? focused : place >= 0 ? opened : (focused !== null && heir) || ids[0] || null;

  useEffect(() => {
    const watch = (event: FocusEvent) => {
      hadFocus.current = event.target instanceof Element && rowIdOf(event.target) !== null;
    };
    document.addEventListener("focusin", watch);
    return () => document.removeEventListener("focusin", watch);
  }, []);

  useEffect(() => {
    if (focused === null || at >= 0 || !hadFocus.current || document.activeElement !== document.body) return;
    if (heir) {
      setFocused(heir);
      focus.row(heir);
    }
  }, [focused, at, heir, focus]);

  const show = useCallback(
    (id: string) => {
      const element = scroller.current;
      const index = ids.indexOf(id);
      if (!element || index === -1) return;
      const pixels = rowPixels();
      const [top, bottom] = [index * pixels, (index + 1) * pixels];
      if (top < element.scrollTop) element.scrollTo({ top });
      else if (bottom > element.scrollTop + element.clientHeight)
        element.scrollTo({ top: bottom - element.clientHeight });
    },
    [ids, scroller],
  );
  const focusRow = useCallback(
    (id: string | null | undefined) => {
      if (!id) return;
      setFocused(id);
      show(id);
      focus.row(id);
    },
    [focus, show],
  );
  const moveFocus = useCallback(
    (goal: "next" | "previous" | "first" | "last") => {
      if (goal === "first") focusRow(ids[0]);
      else if (goal === "last") focusRow(ids.at(-1));
      else if (focused === null) focusRow(tabStop);
      else focusRow(neighbour(ids, focused, goal === "next" ? 1 : -1, focusedAt));
    },
    [ids, focused, focusedAt, tabStop, focusRow],
  );
  /** The message before or after the opened one. */
  const beside = (step: 1 | -1) => (opened === null ? null : neighbour(ids, opened, step, openedAt));

  return { tabStop, focused: at >= 0 ? focused : null, setFocused, focusRow, moveFocus, beside, show };
}
