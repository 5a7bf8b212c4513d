import type { ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import type { Inbox, Target } from "#web/pages/inbox/types.ts";
import type { BulkAction } from "./bulk-action.ts";
import type { PendingChanges } from "./pending-changes.ts";

// The time that a row takes to fade out.
const leavingTimeMs = 200;

type RowActionsInput = Pick<Inbox, "store" | "name" | "url" | "list" | "cursor" | "open"> & {
  change: PendingChanges["change"];
  bulk: Pick<BulkAction, "start">;
  focusList: () => void;
  back: () => void;
};

/** Creates the actions on messages. A deletion asks for confirmation, and its rows fade out. */
export function createRowActions(input: RowActionsInput): Pick<Inbox, "act" | "answer"> {
  const { store, name, url, list, change, bulk, cursor, focusList, open, back } = input;
  const { get, set, dispatch } = store;
  const { ids } = list;

  const run = (action: SubmissionAction, target: Target) => {
    if (target === "bulk") {
      bulk.start(action, url, get().seenUntil, list.total);
      dispatch({ type: "deselected", list: name });
    } else if (action === "delete") remove(target);
    else {
      if (action === "spam") moveOn(toIds(target));
      change(action, target);
      dispatch({ type: "handled", list: name, ids, handled: toIds(target) });
    }
  };
  /** Focuses the message after the removed ones, and opens it if the opened message is removed. */
  const moveOn = (gone: ReadonlySet<string>) => {
    const next = focusAfterDeletion(ids, gone);
    const isOpenedGone = url.opened !== null && gone.has(url.opened);
    if (next && isOpenedGone) return open(next, true);
    if (isOpenedGone) back();
    if (next) cursor.focusRow(next);
    else focusList();
  };
  const remove = (target: readonly ScreenedSubmission[]) => {
    const gone = toIds(target);
    moveOn(gone);
    set({ leaving: gone });
    dispatch({ type: "handled", list: name, ids, handled: gone });
    setTimeout(() => {
      change("delete", target);
      setTimeout(() => set({ leaving: new Set() }), leavingTimeMs);
    }, leavingTimeMs);
  };

  return {
    act(action, target) {
      if (action === "delete") set({ deleting: target });
      else run(action, target);
    },
    answer(yes) {
      const { deleting } = get();
      set({ deleting: null });
      if (yes && deleting) run("delete", deleting);
    },
  };
}

const toIds = (messages: readonly ScreenedSubmission[]) => new Set(messages.map(({ id }) => id));

/** Returns the row that gets the focus after a deletion: the row after the deleted ones, else the row before them. */
export function focusAfterDeletion(ids: readonly string[], gone: ReadonlySet<string>): string | undefined {
  const last = ids.findLastIndex((id) => gone.has(id));
  const rest = (part: readonly string[]) => part.filter((id) => !gone.has(id));
  return rest(ids.slice(last + 1))[0] ?? rest(ids.slice(0, Math.max(0, last))).at(-1);
}
