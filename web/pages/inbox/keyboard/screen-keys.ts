import { useEffect } from "react";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import type { Concerns } from "#web/pages/inbox/concerns.ts";
import { chooseAction } from "#web/pages/inbox/shared/actions.ts";
import { findRowId, listElementId, searchElementId, textField } from "#web/pages/inbox/shared/focus.ts";
import { useLatest } from "#web/pages/inbox/shared/hooks.ts";
import { areSignKeysOn } from "#web/pages/inbox/shared/key-hints.tsx";
import { switchDensity } from "#web/pages/inbox/shared/layout.ts";
import { type KeyAction, toKeyAction } from "./keys.ts";

/**
 * Runs the inbox actions of keys. An action applies to the row with the focus, else to the opened message, else to the
 * row that had the focus last. Changes such as deletion apply to the selection, if there is one.
 */
export function useScreenKeys(concerns: Concerns): void {
  useShortcutKeys((action, element) => {
    const { navigation, list, cursor } = concerns;
    const { url } = navigation;
    // The letters of an answer are no actions.
    if (navigation.awaitsComposer() && action !== "close") return true;
    if (action === "enter_list") {
      // Outside the list the arrow key scrolls.
      const isAtList = element.id === listElementId || (element === document.body && url.openedId === null);
      if (!isAtList || list.ids.length === 0) return false;
      cursor.focusList();
      return true;
    }
    return runKeyAction(concerns, action, findRowId(element) ?? url.openedId ?? cursor.focusedId);
  });
}

/**
 * Runs the action of a key, on the selection or the message `targetId` if it concerns messages. Returns false if there
 * is nothing to do, so that the browser handles the key.
 */
function runKeyAction(
  concerns: Concerns,
  action: Exclude<KeyAction, "enter_list">,
  targetId: string | null,
): boolean {
  const { navigation, list, selection, actions } = concerns;
  const { url, open } = navigation;
  if (typeof action === "object") return change(concerns, action, targetId);
  switch (action) {
    case "next":
    case "previous":
      return step(concerns, action);
    case "open":
      if (!targetId || targetId === url.openedId) return false;
      open(targetId);
      return true;
    case "oldest":
      navigation.openOldestUnanswered();
      return true;
    case "select":
    case "select_range":
      if (!targetId || !list.ids.includes(targetId)) return false;
      selection.select(targetId, action === "select_range");
      return true;
    case "answer":
    case "note":
      return navigation.compose(action);
    case "undo":
      actions.undo();
      return true;
    case "search":
      document.getElementById(searchElementId)?.focus();
      return true;
    case "density":
      return switchDensity();
    case "help":
      concerns.store.set({ areKeysShown: true });
      return true;
    case "close":
      if (selection.target) selection.deselect();
      else if (url.openedId) navigation.close();
      else return false;
      return true;
  }
}

/**
 * Opens the neighbor of the opened message, or moves the focus if none is open. Returns false without a neighbor or a
 * row, so that the browser handles the key.
 */
function step({ navigation: { url, open }, list, cursor }: Concerns, action: "next" | "previous"): boolean {
  if (url.openedId === null) {
    if (list.ids.length === 0) return false;
    cursor.moveFocus(action);
    return true;
  }
  const neighborId = cursor.getOpenedNeighbor(action === "next" ? 1 : -1);
  if (neighborId) open(neighborId, true);
  return neighborId !== null;
}

/**
 * Applies a key's change to the selected messages (`target`), or to the message `targetId` if none is selected. Returns
 * false if there is no message.
 */
function change(concerns: Concerns, toggle: readonly SubmissionAction[], targetId: string | null): boolean {
  const { detail, list, selection, navigation, actions } = concerns;
  const targetMessage =
    targetId === detail.id && detail.submission
      ? detail.submission
      : list.submissions.find(({ id }) => id === targetId);
  const messages = selection.target ?? (targetMessage ? [targetMessage] : []);
  if (messages.length === 0) return false;
  const action = chooseAction(toggle, messages, navigation.url.filter);
  if (action) actions.act(action, messages);
  return true;
}

const editableSelector = `${textField}, select, dialog`;

/**
 * Listens for the shortcut keys of the inbox in the whole document, except in text fields and while a dialog or popover
 * is open. The browser handles a key for which `act` returns false.
 */
function useShortcutKeys(act: (action: KeyAction, target: Element) => boolean): void {
  const latestAct = useLatest(act);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !(event.target instanceof Element)) return;
      const { target } = event;
      const isBusy =
        target.closest(editableSelector) !== null ||
        document.querySelector("dialog[open], :popover-open[id]") !== null;
      const action = toKeyAction(event, isBusy, areSignKeysOn());
      if (action && latestAct.current(action, target)) event.preventDefault();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [latestAct]);
}
