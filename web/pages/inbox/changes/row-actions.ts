import type { ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import { focusAfterDeletion } from "#web/pages/inbox/row-order.ts";
import type { InboxStore, Target } from "#web/pages/inbox/store.ts";
import type { BulkAction } from "./bulk-action.ts";
import type { useChanges } from "./changes.tsx";

// As long as a row takes to leave.
const leavingTime = 200;

type RowActions = {
  store: InboxStore;
  /** The name of the list. */
  name: string;
  url: Selection & { opened: string | null };
  ids: readonly string[];
  total: number | null;
  change: ReturnType<typeof useChanges>["change"];
  bulk: Pick<BulkAction, "start">;
  cursor: { focusRow: (id: string) => void };
  focus: { list: () => void };
  open: (id: string, replace: boolean) => void;
  back: () => void;
};

/** What is done to messages; a deletion after it was asked once, and with the rows seen to leave. */
export function useRowActions({ store, name: list, url, ids, total, ...given }: RowActions) {
  const { change, bulk, cursor, focus, open, back } = given;
  const { get, dispatch } = store;
  const idsOf = (messages: readonly ScreenedSubmission[]) => new Set(messages.map(({ id }) => id));

  const run = (action: SubmissionAction, target: Target) => {
    if (target === "bulk") {
      bulk.start(action, url, get().seenUntil, total);
      dispatch({ type: "deselected", list });
    } else if (action === "delete") remove(target);
    else {
      if (action === "spam") moveOn(idsOf(target));
      change(action, target);
      dispatch({ type: "handled", list, ids, handled: idsOf(target) });
    }
  };
  /** Goes on with what follows the messages that leave: opens it where the opened one is among them. */
  const moveOn = (gone: ReadonlySet<string>) => {
    const next = focusAfterDeletion(ids, gone);
    const isOpenedGone = url.opened !== null && gone.has(url.opened);
    if (next && isOpenedGone) return open(next, true);
    if (isOpenedGone) back();
    if (next) cursor.focusRow(next);
    else focus.list();
  };
  const remove = (target: readonly ScreenedSubmission[]) => {
    const gone = idsOf(target);
    moveOn(gone);
    dispatch({ type: "rowsLeaving", ids: gone });
    dispatch({ type: "handled", list, ids, handled: gone });
    setTimeout(() => {
      change("delete", target);
      setTimeout(() => dispatch({ type: "rowsLeft" }), leavingTime);
    }, leavingTime);
  };

  return {
    act(action: SubmissionAction, target: Target) {
      if (action === "delete") dispatch({ type: "deletionAsked", target });
      else run(action, target);
    },
    /** Answers the question about a deletion. */
    answer(yes: boolean) {
      const { deleting } = get();
      dispatch({ type: "deletionAnswered" });
      if (yes && deleting) run("delete", deleting);
    },
  };
}
