import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import type { ActionInput } from "#functions/contract/submission.ts";
import type { Actions, Concerns } from "#web/pages/inbox/concerns.ts";
import { messageActions } from "#web/pages/inbox/shared/actions.ts";
import type { Target } from "#web/pages/inbox/types.ts";
import type { PendingChanges } from "./pending-changes.ts";

// The time that a row takes to fade out.
const fadeOutMs = 200;

type RowActionsInput = Pick<Concerns, "store" | "navigation" | "list" | "selection" | "cursor"> & {
  change: PendingChanges["change"];
  changeMatching: PendingChanges["changeMatching"];
  administratorId: string;
  focusList: () => void;
  back: () => void;
};

/**
 * Creates `act`, which runs an action on messages, and `answer`, which takes the reply to the question before a
 * deletion. Rows that are deleted fade out, except in bulk.
 */
export function createRowActions(input: RowActionsInput): Pick<Actions, "act" | "answer"> {
  const {
    store,
    navigation,
    list,
    selection,
    change,
    changeMatching,
    administratorId,
    cursor,
    focusList,
    back,
  } = input;
  const { url, open } = navigation;
  const { selected, deselect } = selection;
  const { get, set } = store;
  const { ids } = list;

  const run = (input: ActionInput, target: Target) => {
    const { action } = input;
    if (target === "bulk") {
      changeMatching(input, {
        selection: navigation.listSelection,
        until: get().seenUntil,
        total: list.total,
      });
      deselect();
    } else if (action === "delete") remove(target);
    else {
      if (messageActions[action].movesOn) moveOn(toIds(target));
      change(input, target);
      noteHandled(toIds(target));
    }
  };
  const noteHandled = (handledIds: ReadonlySet<string>) => {
    // An action on the selection ends it. An action on the opened message does not.
    if ([...selected.ids].every((id) => handledIds.has(id))) deselect();
  };
  /** Focuses the message after the removed ones, and opens it if the opened message is removed. */
  const moveOn = (removedIds: ReadonlySet<string>) => {
    const nextId = findFocusAfterRemoval(ids, removedIds);
    const isOpenedRemoved = url.openedId !== null && removedIds.has(url.openedId);
    if (nextId && isOpenedRemoved) return open(nextId, true);
    if (isOpenedRemoved) back();
    if (nextId) cursor.focusRow(nextId);
    else focusList();
  };
  const remove = (target: readonly FullSubmission[]) => {
    const removedIds = toIds(target);
    moveOn(removedIds);
    set({ leavingIds: removedIds });
    noteHandled(removedIds);
    runAfterFadeOut(() => {
      change({ action: "delete" }, target);
      setTimeout(() => set({ leavingIds: new Set() }), fadeOutMs);
    });
  };

  /** Returns the administrator, or null for messages that are all assigned to the administrator already. */
  const toggleAssignee = (target: Target) =>
    target !== "bulk" && target.every(({ assignee }) => assignee === administratorId)
      ? null
      : administratorId;

  return {
    act(action, target, assignee = toggleAssignee(target)) {
      if (action === "delete") set({ deletionTarget: target });
      else run({ action, ...(action === "assign" && { assignee }) }, target);
    },
    answer(isConfirmed) {
      const { deletionTarget } = get();
      set({ deletionTarget: null });
      if (isConfirmed && deletionTarget) run({ action: "delete" }, deletionTarget);
    },
  };
}

/** Runs `work` when the rows have faded out, or when the page closes. */
function runAfterFadeOut(work: () => void): void {
  const fadeOut = new AbortController();
  const finish = () => {
    fadeOut.abort();
    work();
  };
  const timer = setTimeout(finish, fadeOutMs);
  const finishAtOnce = () => {
    clearTimeout(timer);
    finish();
  };
  addEventListener("pagehide", finishAtOnce, { signal: fadeOut.signal });
}

const toIds = (messages: readonly FullSubmission[]) => new Set(messages.map(({ id }) => id));

/** Returns the row to focus after rows leave the list: the row after the last of them, else the last that stays. */
export function findFocusAfterRemoval(
  ids: readonly string[],
  removedIds: ReadonlySet<string>,
): string | undefined {
  const lastRemovedIndex = ids.findLastIndex((id) => removedIds.has(id));
  return ids[lastRemovedIndex + 1] ?? ids.findLast((id) => !removedIds.has(id));
}
