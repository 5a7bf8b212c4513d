import type { ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import type { useFocus } from "#web/pages/inbox/next-focus.ts";
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
  focus: ReturnType<typeof useFocus>;
  back: () => void;
};

/** What is done to messages; a deletion after it was asked once, and with the rows seen to leave. */
export function useRowActions({ store, name: list, url, ids, total, ...given }: RowActions) {
  const { change, bulk, cursor, focus, back } = given;
  const { get, dispatch } = store;
  const idsOf = (messages: readonly ScreenedSubmission[]) => new Set(messages.map(({ id }) => id));

  const run = (action: SubmissionAction, target: Target) => {
    if (target === "bulk") {
      bulk.start(action, url, get().seenUntil, total);
      dispatch({ type: "deselected", list });
    } else if (action === "delete") remove(target);
    else {
      change(action, target);
      dispatch({ type: "handled", list, ids, handled: idsOf(target) });
    }
  };
  const remove = (target: readonly ScreenedSubmission[]) => {
    const gone = idsOf(target);
    const next = focusAfterDeletion(ids, gone);
    if (url.opened && gone.has(url.opened)) back();
    if (next) cursor.focusRow(next);
    else focus.search();
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
