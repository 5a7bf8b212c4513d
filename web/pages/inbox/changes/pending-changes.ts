import type { ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import { afterAction, changed, changeOf } from "#web/pages/inbox/shared/submissions.ts";
import type { Change } from "#web/pages/inbox/types.ts";
import { createChangeQueue, type QueuePorts } from "./change-queue.ts";
import { createUndoStack, type Outcome, type Report } from "./undo-stack.ts";

export type ChangePorts = Pick<QueuePorts, "send" | "apply"> & {
  /** Returns the loaded messages with these ids, without the pending changes. */
  find: (ids: ReadonlySet<string>) => ReadonlyMap<string, ScreenedSubmission>;
  /** Called after a change was confirmed, or rejected with an error. The counts may differ now. */
  ended: (change: Change, error: unknown) => void;
  report: Report;
  reportNothingToUndo: () => void;
};

/**
 * Creates the changes of individual messages. The list shows a change at once; the queue sends changes in order. A
 * rejected change is reverted. A confirmed change is reported with an undo. `ports` is read at every use.
 */
export function createPendingChanges(ports: () => ChangePorts) {
  const undos = createUndoStack((...outcome) => ports().report(...outcome));
  const reports = new WeakMap<Change, (outcome: Outcome) => void>();
  const queue = createChangeQueue({
    send: (action, ids) => ports().send(action, ids),
    apply: (confirmed) => ports().apply(confirmed),
    ended(change, outcome, error) {
      ports().ended(change, error);
      const report = reports.get(change);
      if (report) report(outcome);
      else ports().report(change.action, outcome, null);
    },
  });

  /** Returns the messages of a change as the screen shows them, without deleted ones. */
  const readCurrent = ({ submissions, ids, action }: Change): ScreenedSubmission[] => {
    const { changes, known } = queue.get();
    const loaded = ports().find(ids);
    return submissions.flatMap((submission) => {
      const { id } = submission;
      const stored = known.has(id) ? known.get(id) : (loaded.get(id) ?? afterAction(submission, action));
      return (stored && changed(changes, stored)) ?? [];
    });
  };
  const takeBack = (change: Change, back: SubmissionAction) => {
    if (queue.cancel(change)) {
      const count = change.submissions.length;
      ports().report(back, { count, failed: false, stopped: false }, null);
      return;
    }
    const reversal = changeOf(back, readCurrent(change));
    if (reversal) queue.add(reversal);
  };

  return {
    queue,
    undos,
    /** Applies an action to messages as the screen shows them. */
    change(action: SubmissionAction, submissions: readonly ScreenedSubmission[]) {
      const change = changeOf(action, submissions);
      if (!change) return;
      reports.set(
        change,
        undos.start(action, (back) => takeBack(change, back)),
      );
      queue.add(change);
    },
    /** Undoes the last action. */
    undo() {
      const undo = undos.last();
      if (undo) undo();
      else ports().reportNothingToUndo();
    },
  };
}

export type PendingChanges = ReturnType<typeof createPendingChanges>;
