import type { ScreenedSubmission, SubmissionCounts } from "#functions/contract/submission.ts";
import { afterAction, countsAfter } from "#web/pages/inbox/submission-list.ts";
import { type Change, type Confirmed, changed } from "./change.ts";

export type QueueState = {
  /** The oldest first; the screen shows them as done. */
  changes: readonly Change[];
  /** What has to come back before they are sent. */
  waitsFor: "network" | "session" | null;
  /** The messages that the changes concern, as they are without them; null once deleted. */
  known: ReadonlyMap<string, ScreenedSubmission | null>;
  /** What was confirmed so far: each message as it was, and as it is since then; null once deleted. */
  settled: readonly Settled[];
};

type Settled = { before: ScreenedSubmission; after: ScreenedSubmission | null };

export const emptyQueue: QueueState = { changes: [], waitsFor: null, known: new Map(), settled: [] };

export function withChange(state: QueueState, change: Change): QueueState {
  const known = new Map(state.known);
  for (const submission of change.submissions) {
    if (!known.has(submission.id)) known.set(submission.id, submission);
  }
  return { ...state, changes: [...state.changes, change], known };
}

/** The change is over, or was taken back before the edge was asked for it. */
export function withoutChange(state: QueueState, change: Change): QueueState {
  const changes = state.changes.filter((each) => each !== change);
  const concerned = (id: string) => changes.some(({ ids }) => ids.has(id));
  return { ...state, changes, known: new Map([...state.known].filter(([id]) => concerned(id))) };
}

/** The edge has taken it; the messages themselves are changed where they are kept. */
export function afterConfirmed(state: QueueState, { action, ids }: Confirmed): QueueState {
  const settled = [...state.settled];
  const known = new Map(state.known);
  for (const id of ids) {
    const before = known.get(id);
    if (!before) continue;
    const after = afterAction(before, action);
    settled.push({ before, after });
    known.set(id, after);
  }
  return { ...state, settled, known };
}

/** Counts that were read when `then` changes were settled, as they are now, with all pending changes; of the messages that count. */
export function countsNow(
  counts: SubmissionCounts,
  then: number,
  { changes, known, settled }: QueueState,
  isCounted: (submission: ScreenedSubmission) => boolean = () => true,
): SubmissionCounts {
  let now = counts;
  for (const { before, after } of settled.slice(then)) {
    if (isCounted(before)) now = countsAfter(now, before, after);
  }
  for (const before of known.values()) {
    if (before && isCounted(before)) now = countsAfter(now, before, changed(changes, before));
  }
  return now;
}
