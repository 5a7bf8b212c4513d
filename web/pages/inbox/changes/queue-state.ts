import type { ScreenedSubmission, SubmissionCounts } from "#functions/contract/submission.ts";
import { afterAction, countsAfter } from "#web/pages/inbox/submission-list.ts";
import { type Change, type Confirmed, changed } from "./change.ts";

export type QueueState = {
  /** The oldest first; the screen shows them as done. */
  changes: readonly Change[];
  /** They wait for the network, or for a new session. */
  paused: boolean;
  /** The messages that the changes concern, as they are without them; null once deleted. */
  known: ReadonlyMap<string, ScreenedSubmission | null>;
  /** What all that was confirmed so far has added to the counts. */
  settled: SubmissionCounts;
};

const nothing: SubmissionCounts = { all: 0, unread: 0, read: 0, spam: 0 };

export const emptyQueue: QueueState = { changes: [], paused: false, known: new Map(), settled: nothing };

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
  let { settled } = state;
  const known = new Map(state.known);
  for (const id of ids) {
    const before = known.get(id);
    if (!before) continue;
    const after = afterAction(before, action);
    settled = countsAfter(settled, before, after);
    known.set(id, after);
  }
  return { ...state, settled, known };
}

/** Counts that were read when `then` was settled, as they are now, with all pending changes. */
export function countsNow(
  counts: SubmissionCounts,
  then: SubmissionCounts,
  { changes, known, settled }: QueueState,
): SubmissionCounts {
  const since = (name: keyof SubmissionCounts) => counts[name] + settled[name] - then[name];
  let now: SubmissionCounts = {
    all: since("all"),
    unread: since("unread"),
    read: since("read"),
    spam: since("spam"),
  };
  for (const before of known.values()) {
    if (before) now = countsAfter(now, before, changed(changes, before));
  }
  return now;
}
