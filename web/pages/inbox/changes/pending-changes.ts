import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import type { DeletionJournal } from "#web/pages/inbox/shared/deletion-journal.ts";
import {
  applyAction,
  applyChanges,
  createChange,
  toReverseAction,
} from "#web/pages/inbox/shared/submissions.ts";
import type { Change, Matching, QueueState } from "#web/pages/inbox/types.ts";
import { createChangeQueue, type QueuePorts } from "./change-queue.ts";
import { createHeldDeletions, type HoldPorts } from "./held-deletions.ts";
import { type ActionOutcome, createUndoStack, type Report, type UndoEntry } from "./undo-stack.ts";

export type ChangePorts = HoldPorts &
  Pick<QueuePorts, "send" | "sendMatching" | "apply"> & {
    /** Returns the loaded messages with these ids, without the pending changes. */
    find: (ids: ReadonlySet<string>) => ReadonlyMap<string, FullSubmission>;
    report: Report;
    reportUndoneDeletion: () => void;
    reportNothingToUndo: () => void;
  };

/** Returns a message as it is after all pending changes but the held deletions, which may be undone. */
function readCurrent(submission: FullSubmission, state: QueueState): FullSubmission | null {
  const { changes, heldChanges, confirmedSubmissions } = state;
  const { id } = submission;
  const confirmed = confirmedSubmissions.has(id) ? confirmedSubmissions.get(id) : submission;
  const sentChanges = changes.filter((change) => !heldChanges.has(change));
  return confirmed ? applyChanges(sentChanges, confirmed) : null;
}

/**
 * Returns the change that reverts a sent one, null if that changed nothing. A change of matching messages reverts those
 * that its `outcome` names. `loaded` are the loaded messages among them.
 */
function createReversal(
  { action, submissions, matching }: Change,
  reverseAction: Change["action"],
  outcome: ActionOutcome | null,
  loaded: ReadonlyMap<string, FullSubmission>,
  state: QueueState,
): Change | null {
  const changedSubmissions = matching
    ? [...loaded.values()]
    : submissions.flatMap((submission) => loaded.get(submission.id) ?? applyAction(submission, action) ?? []);
  const currentSubmissions = changedSubmissions.flatMap((submission) => readCurrent(submission, state) ?? []);
  const reversal = createChange(reverseAction, currentSubmissions);
  if (!outcome) return reversal;
  if (outcome.count === 0) return null;
  return { action: reverseAction, submissions: reversal?.submissions ?? [], ids: new Set(outcome.ids) };
}

/**
 * Creates the queue for changes to messages. The list shows a change of loaded messages at once and reverts a rejected
 * one. Confirmed ones are reported with an undo. Deletions are held first, and are permanent once they are sent. `ports`
 * is read at every use.
 */
export function createPendingChanges(ports: () => ChangePorts, journal: DeletionJournal) {
  const undos = createUndoStack((...outcome) => ports().report(...outcome));
  const entries = new WeakMap<Change, UndoEntry>();
  const outcomes = new WeakMap<Change, PromiseWithResolvers<ActionOutcome>>();
  const queue = createChangeQueue({
    send: (...call) => ports().send(...call),
    sendMatching: (...call) => ports().sendMatching(...call),
    apply: (confirmed) => ports().apply(confirmed),
    onStart(change) {
      if (change.action === "delete") entries.get(change)?.close();
    },
    onEnd(change, outcome, error) {
      deletions.end(change);
      ports().onEnd(change, error);
      outcomes.get(change)?.resolve(outcome);
      const entry = entries.get(change);
      if (entry) entry.report(change.action, outcome);
      else ports().report(change.action, outcome, null);
    },
  });
  const deletions = createHeldDeletions(ports, queue, journal);

  const cancel = (change: Change, reverseAction: Change["action"] | undefined) => {
    const count = change.submissions.length;
    deletions.end(change);
    if (reverseAction) ports().report(reverseAction, { count, hasFailed: false, isStopped: false }, null);
    else ports().reportUndoneDeletion();
  };
  const revert = async (change: Change) => {
    const reverseAction = toReverseAction(change.action);
    if (queue.cancel(change)) return cancel(change, reverseAction);
    // A deletion cannot be undone once it was sent.
    if (!reverseAction) return;
    // Only the responses name the matching messages.
    if (change.matching) queue.stop(change);
    const outcome = change.matching ? ((await outcomes.get(change)?.promise) ?? null) : null;
    if (outcome?.hasFailed) ports().report(change.action, { ...outcome, isStopped: true }, null);
    const loaded = ports().find(outcome ? new Set(outcome.ids) : change.ids);
    const reversal = createReversal(change, reverseAction, outcome, loaded, queue.get());
    if (reversal) queue.add(reversal);
  };
  const addUndo = (change: Change): UndoEntry => {
    const entry = undos.push(() => void revert(change));
    entries.set(change, entry);
    outcomes.set(change, Promise.withResolvers());
    return entry;
  };
  const add = (change: Change) => {
    const entry = addUndo(change);
    if (change.action === "delete") deletions.hold(change, entry);
    else queue.add(change);
  };

  return {
    queue,
    undos,
    /** Applies an action to messages as the screen shows them. */
    change(action: Change["action"], submissions: readonly FullSubmission[]) {
      const change = createChange(action, submissions);
      if (change) add(change);
    },
    /** Applies an action to all messages that match, loaded or not. It can be stopped between two batches. */
    changeMatching: (action: Change["action"], matching: Matching) =>
      add({ action, submissions: [], ids: new Set(), matching }),
    /** Stops the change whose progress the screen shows. */
    stop() {
      const { progress } = queue.get();
      if (progress) queue.stop(progress.change);
    },
    /** Undoes the last action. */
    undo() {
      const undo = undos.getLast();
      if (undo) undo();
      else ports().reportNothingToUndo();
    },
    /** Holds the deletions of earlier visits. Returns a function that stops the timers of all held deletions. */
    resumeDeletions: () => deletions.resume(addUndo),
  };
}

export type PendingChanges = ReturnType<typeof createPendingChanges>;
