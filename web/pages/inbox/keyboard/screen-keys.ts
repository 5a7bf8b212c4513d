import { useEffect } from "react";
import type { SubmissionAction, SubmissionFilter } from "#functions/contract/submission.ts";
import { listElement, rowIdOf, searchElement } from "#web/pages/inbox/shared/focus.ts";
import { useLatest } from "#web/pages/inbox/shared/hooks.ts";
import { signKeysAreOn } from "#web/pages/inbox/shared/key-hints.tsx";
import { switchDensity } from "#web/pages/inbox/shared/layout.ts";
import type { Inbox, Target } from "#web/pages/inbox/types.ts";
import { type KeyAction, keyAction } from "./keys.ts";

/** Lets keys act on the selection, else on the row with the focus, else on the opened message. */
export function useScreenKeys(inbox: Inbox): void {
  useShortcutKeys((action, element) => {
    const { url, list, cursor } = inbox;
    if (action === "enter_list") {
      // Outside the list the arrow key scrolls.
      const isAtList = element.id === listElement || (element === document.body && url.opened === null);
      if (!isAtList || list.ids.length === 0) return false;
      cursor.focusList();
      return true;
    }
    return pressed(inbox, action, rowIdOf(element) ?? url.opened ?? cursor.focused);
  });
}

/** Runs the action of a key on the message `targetId`. Returns false if there is nothing to do. */
function pressed(inbox: Inbox, action: Exclude<KeyAction, "enter_list">, pointed: string | null): boolean {
  const { name, url, list, target, dispatch, open, select } = inbox;
  switch (action) {
    case "next":
    case "previous":
      return step(inbox, action);
    case "open":
      if (!pointed || pointed === url.opened) return false;
      open(pointed);
      return true;
    case "select":
    case "select_range":
      if (!pointed || !list.ids.includes(pointed)) return false;
      select(pointed, action === "select_range");
      return true;
    case "toggle_read":
    case "toggle_spam":
    case "delete":
      return change(inbox, action, pointed);
    case "undo":
      inbox.undo();
      return true;
    case "search":
      document.getElementById(searchElement)?.focus();
      return true;
    case "density":
      return switchDensity();
    case "help":
      dispatch({ type: "dialogOpened", dialog: "keys" });
      return true;
    case "close":
      if (target) dispatch({ type: "deselected", list: name });
      else if (url.opened) inbox.close();
      else return false;
      return true;
  }
}

function step({ url, list, cursor, open }: Inbox, action: "next" | "previous"): boolean {
  if (url.opened === null) {
    if (list.ids.length === 0) return false;
    cursor.moveFocus(action);
    return true;
  }
  const neighbour = cursor.beside(action === "next" ? 1 : -1);
  if (neighbour) open(neighbour, true);
  return neighbour !== null;
}

function change(inbox: Inbox, key: ChangeKey, pointed: string | null): boolean {
  const { detail, list, target, url, act } = inbox;
  const one =
    pointed === detail.id && detail.submission
      ? detail.submission
      : list.submissions.find(({ id }) => id === pointed);
  const concerned = target ?? (one ? [one] : []);
  if (concerned.length === 0) return false;
  act(actionOf(key, concerned, url.filter), concerned);
  return true;
}

type ChangeKey = "toggle_read" | "toggle_spam" | "delete";

function actionOf(key: ChangeKey, concerned: Target, filter: SubmissionFilter): SubmissionAction {
  if (key === "delete") return "delete";
  const some = concerned === "bulk" ? [] : concerned;
  if (key === "toggle_spam") {
    return filter === "spam" || (some.length > 0 && some.every(({ spam }) => spam)) ? "not_spam" : "spam";
  }
  return filter === "read" || (some.length > 0 && some.every(({ read }) => read)) ? "unread" : "read";
}

const writing = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], dialog";

/**
 * Listens for the keys of the inbox, wherever the focus is. The browser handles a key for which `act` returns false.
 */
function useShortcutKeys(act: (action: KeyAction, target: Element) => boolean): void {
  const latest = useLatest(act);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !(event.target instanceof Element)) return;
      const { target } = event;
      const busy =
        target.closest(writing) !== null ||
        document.querySelector("dialog[open], :popover-open[id]") !== null;
      const action = keyAction(event, busy, signKeysAreOn());
      if (action && latest.current(action, target)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [latest]);
}
