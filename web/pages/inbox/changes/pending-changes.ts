import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import { applyAction, applyChanges, createChange } from "#web/pages/inbox/shared/submissions.ts";
import type { Change } from "#web/pages/inbox/types.ts";
import { createChangeQueue, type QueuePorts } from "./change-queue.ts";
import { type ActionOutcome, createUndoStack, type Report } from "./undo-stack.ts";

export type ChangePorts = Pick<QueuePorts, "send" | "apply"> & {
  /** Returns the loaded messages with these ids, without the pending changes. */
  find: (ids: ReadonlySet<string>) => ReadonlyMap<string, FullSubmission>;
  /** Called after a change was confirmed, or rejected with an error. The counts may differ now. */
  onEnd: (change: Change, error: unknown) => void;
  report: Report;
  reportNothingToUndo: () => void;
};

/**
 * Creates the queue for changes to loaded messages; bulk actions have a separate queue. The list shows a change at once
 * and reverts a rejected one. Confirmed ones are reported, with an undo except deletions. `ports` is read at every use.
 */
export function createPendingChanges(ports: () => ChangePorts) {
  const undos = createUndoStack((...outcome) => ports().report(...outcome));
  const reports = new WeakMap<Change, (outcome: ActionOutcome) => void>();
  const queue = createChangeQueue({
    send: (action, ids) => ports().send(action, ids),
    apply: (confirmed) => ports().apply(confirmed),
    onEnd(change, outcome, error) {
      ports().onEnd(change, error);
      const report = reports.get(change);
      if (report) report(outcome);
      else ports().report(change.action, outcome, null);
    },
  });

  /** Returns the messages of a change as the screen shows them, without deleted ones. */
  const readCurrent = ({ submissions, ids, action }: Change): FullSubmission[] => {
    const { changes, confirmedSubmissions } = queue.get();
    const loadedSubmissions = ports().find(ids);
    return submissions.flatMap((submission) => {
      const { id } = submission;
      const confirmedSubmission = confirmedSubmissions.has(id)
        ? confirmedSubmissions.get(id)
        : (loadedSubmissions.get(id) ?? applyAction(submission, action));
      return (confirmedSubmission && applyChanges(changes, confirmedSubmission)) ?? [];
    });
  };
  const revert = (change: Change, reverseAction: Change["action"]) => {
    if (queue.cancel(change)) {
      const count = change.submissions.length;
      ports().report(reverseAction, { count, failed: false, stopped: false }, null);
      return;
    }
    const reversal = createChange(reverseAction, readCurrent(change));
    if (reversal) queue.add(reversal);
  };

  return {
    queue,
    undos,
    /** Applies an action to messages as the screen shows them. */
    change(action: Change["action"], submissions: readonly FullSubmission[]) {
      const change = createChange(action, submissions);
      if (!change) return;
      reports.set(
        change,
        undos.start(action, (reverseAction) => revert(change, reverseAction)),
      );
      queue.add(change);
    },
    /** Undoes the last action. */
    undo() {
      const undo = undos.getLast();
      if (undo) undo();
      else ports().reportNothingToUndo();
    },
  };
}

export type PendingChanges = ReturnType<typeof createPendingChanges>;
