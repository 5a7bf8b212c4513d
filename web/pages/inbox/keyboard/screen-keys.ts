import type { Submission, SubmissionAction, SubmissionFilter } from "#functions/contract/submission.ts";
import type { Target } from "#web/pages/inbox/changes/row-actions.ts";
import { rowIdOf, searchElement } from "#web/pages/inbox/next-focus.ts";
import type { useCursor } from "./cursor.ts";
import type { KeyAction } from "./keys.ts";
import { useShortcutKeys } from "./shortcut-keys.ts";

type ScreenKeys = {
  filter: SubmissionFilter;
  opened: string | null;
  ids: readonly string[];
  cursor: ReturnType<typeof useCursor>;
  /** The message with an id, as it is shown; null or undefined where there is none. */
  here: (id: string | null) => Submission | null | undefined;
  /** What is selected, null for nothing. */
  target: Target | null;
  open: (id: string, replace?: boolean) => void;
  close: () => void;
  select: (id: string, range: boolean) => void;
  deselect: () => void;
  act: (action: SubmissionAction, target: Target) => void;
  undo: () => void;
  help: () => void;
};

/** What the keys do on the screen: to what is selected, else to the row with the focus, else to the opened message. */
export function useScreenKeys(screen: ScreenKeys): void {
  const { filter, opened, ids, cursor, here, target, open, close, select, deselect, act, undo, help } =
    screen;

  useShortcutKeys((action: KeyAction, element) => {
    const pointed = rowIdOf(element) ?? opened ?? cursor.focused;
    const one = here(pointed);
    const concerned = target ?? (one ? [one] : []);
    switch (action) {
      case "next":
      case "previous": {
        if (opened === null) {
          if (ids.length === 0) return false;
          cursor.moveFocus(action);
          return true;
        }
        const other = cursor.beside(action === "next" ? 1 : -1);
        if (other) open(other, true);
        return other !== null;
      }
      case "open":
        if (!pointed || pointed === opened) return false;
        open(pointed);
        return true;
      case "select":
      case "select_range":
        if (!pointed || !ids.includes(pointed)) return false;
        select(pointed, action === "select_range");
        return true;
      case "toggle_read":
      case "toggle_spam":
      case "delete":
        if (concerned.length === 0) return false;
        act(actionOf(action, concerned, filter), concerned);
        return true;
      case "undo":
        undo();
        return true;
      case "search":
        document.getElementById(searchElement)?.focus();
        return true;
      case "help":
        help();
        return true;
      case "close":
        if (target) deselect();
        else if (opened) close();
        else return false;
        return true;
    }
  });
}

function actionOf(
  key: "toggle_read" | "toggle_spam" | "delete",
  concerned: Target,
  filter: SubmissionFilter,
): SubmissionAction {
  if (key === "delete") return "delete";
  const some = concerned === "everything" ? [] : concerned;
  if (key === "toggle_spam") {
    return filter === "spam" || (some.length > 0 && some.every(({ spam }) => spam)) ? "not_spam" : "spam";
  }
  return filter === "read" || (some.length > 0 && some.every(({ read }) => read)) ? "unread" : "read";
}
