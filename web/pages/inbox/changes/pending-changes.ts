import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import {
  type ActionInput,
  type FieldChange,
  toAction,
  toFieldChange,
} from "#functions/contract/submission.ts";
import type { DeletionJournal } from "#web/pages/inbox/shared/deletion-journal.ts";
import { applyAction, applyChanges, createChange } from "#web/pages/inbox/shared/submissions.ts";
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
 * Returns the changes that restore the values from before a sent change, one for each value. A message that has another
 * value by now keeps it. A change of matching messages reverts those that its `outcome` names. `loaded` are the loaded
 * messages among them.
 */
function createReversals(
  change: Change,
  outcome: ActionOutcome | null,
  loaded: ReadonlyMap<string, FullSubmission>,
  state: QueueState,
): Change[] {
  const [field, value] = toFieldChange(change) ?? [];
  if (field === undefined) return [];
  const { submissions, matching } = change;
  const changedSubmissions = matching
    ? [...loaded.values()]
    : submissions.flatMap((submission) => loaded.get(submission.id) ?? applyAction(submission, change) ?? []);
  const currentSubmissions = changedSubmissions
    .flatMap((submission) => readCurrent(submission, state) ?? [])
    .filter((submission) => submission[field] === value);
  const previous = new Map<string, FieldChange[1]>([
    ...submissions.map((submission) => [submission.id, submission[field]] as const),
    ...(outcome?.previous ?? []),
  ]);
  const ids = outcome?.ids ?? currentSubmissions.map(({ id }) => id);
  const idsByValue = Map.groupBy(ids, (id) => (previous.has(id) ? previous.get(id) : value !== true));
  return [...idsByValue].map(([previousValue = null, group]) => ({
    ...toAction(field, previousValue),
    submissions: currentSubmissions.filter(({ id }) => group.includes(id)),
    ids: new Set(group),
  }));
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
      if (entry) entry.report(change, outcome);
      else ports().report(change, outcome, null);
    },
  });
  const deletions = createHeldDeletions(ports, queue, journal);

  const cancel = (change: Change) => {
    const count = change.submissions.length;
    deletions.end(change);
    const [field] = toFieldChange(change) ?? [];
    const [firstSubmission] = change.submissions;
    if (!field || !firstSubmission) return ports().reportUndoneDeletion();
    const reverseAction = toAction(field, firstSubmission[field]);
    ports().report(reverseAction, { count, hasFailed: false, isStopped: false }, null);
  };
  const revert = async (change: Change) => {
    if (queue.cancel(change)) return cancel(change);
    // A deletion cannot be undone once it was sent.
    if (change.action === "delete") return;
    // Only the responses name the matching messages.
    if (change.matching) queue.stop(change);
    const outcome = change.matching ? ((await outcomes.get(change)?.promise) ?? null) : null;
    if (outcome?.hasFailed) ports().report(change, { ...outcome, isStopped: true }, null);
    const loaded = ports().find(outcome ? new Set(outcome.ids) : change.ids);
    for (const reversal of createReversals(change, outcome, loaded, queue.get())) queue.add(reversal);
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
    change(action: ActionInput, submissions: readonly FullSubmission[]) {
      const change = createChange(action, submissions);
      if (change) add(change);
    },
    /** Applies an action to all messages that match, loaded or not. It can be stopped between two batches. */
    changeMatching: (action: ActionInput, matching: Matching) =>
      add({ ...action, submissions: [], ids: new Set(), matching }),
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
