import type { ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import { afterAction, opposite } from "#web/pages/inbox/submission-list.ts";
import { type Change, changed, changeOf } from "./change.ts";
import { createChangeQueue, type QueueReports } from "./change-queue.ts";
import type { Undo } from "./undo-stack.ts";
import { createUndoings } from "./undoings.ts";

/** Shows what became of an action on `count` messages; the answer hides that again. */
type Say = {
  done: (action: SubmissionAction, count: number, undo: Undo | null) => () => void;
  failed: (action: SubmissionAction) => void;
  partly: (action: SubmissionAction, failed: boolean, count: number, undo: Undo | null) => () => void;
  nothingToUndo: () => void;
};

export type ChangePorts = Pick<QueueReports, "send" | "apply"> & {
  /** The messages with these ids that are loaded, as they are without the pending changes. */
  find: (ids: ReadonlySet<string>) => ReadonlyMap<string, ScreenedSubmission>;
  /** A change was confirmed, or refused with an error: what is counted has to be read again. */
  ended: (change: Change, error: unknown) => void;
  say: Say;
};

/**
 * Changes of named messages: shown at once, sent in order, taken back with a toast when the edge rejects them, confirmed
 * with a way to undo them.
 */
export function createPendingChanges(first: ChangePorts) {
  let ports = first;
  const undoings = createUndoings();

  const queue = createChangeQueue({
    send: (action, ids) => ports.send(action, ids),
    apply: (confirmed) => ports.apply(confirmed),
    done(change) {
      ports.ended(change, null);
      if (undoings.isTakenBack(change)) return;
      undoings.say(change, (undo) => ports.say.done(change.action, change.submissions.length, undo));
    },
    failed(change, error, reached) {
      ports.ended(change, error);
      if (undoings.isTakenBack(change)) return;
      if (reached > 0) {
        undoings.say(change, (undo) => ports.say.partly(change.action, true, reached, undo));
        return;
      }
      undoings.forget(change);
      ports.say.failed(change.action);
    },
  });

  /** The messages of a change as they are shown now; without those that are deleted. */
  const asNow = ({ submissions, ids, action }: Change): ScreenedSubmission[] => {
    const { changes, known } = queue.get();
    const found = ports.find(ids);
    return submissions.flatMap((submission) => {
      const kept = known.get(submission.id);
      const one = kept === undefined ? (found.get(submission.id) ?? afterAction(submission, action)) : kept;
      return (one && changed(changes, one)) ?? [];
    });
  };
  const takeBack = (change: Change, back: SubmissionAction) => {
    undoings.hideWord(change);
    if (queue.cancel(change)) {
      ports.say.done(back, change.submissions.length, null);
      return;
    }
    const undoing = changeOf(back, asNow(change));
    if (undoing) queue.add(undoing);
  };

  return {
    queue,
    undos: undoings.undos,
    /** From now on it speaks to these. */
    connect(next: ChangePorts) {
      ports = next;
    },
    /** Does something to messages, which are given as they are shown. */
    change(action: SubmissionAction, submissions: readonly ScreenedSubmission[]) {
      const change = changeOf(action, submissions);
      if (!change) return;
      const back = opposite(action);
      if (back) undoings.offer(change, () => takeBack(change, back));
      else undoings.undos.clear();
      queue.add(change);
    },
    /** Takes back the last change. */
    undo() {
      const last = undoings.undos.last();
      if (last) last();
      else ports.say.nothingToUndo();
    },
  };
}

export type PendingChanges = ReturnType<typeof createPendingChanges>;
