import type { Submission, SubmissionAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { afterAction } from "./submission-list.ts";

/** Something that was asked for and is not confirmed yet: one action on submissions as they were then. */
export type Change = {
  action: SubmissionAction;
  /** Only those that the action really changes. */
  submissions: readonly Submission[];
  ids: ReadonlySet<string>;
  /** It takes back an earlier change. */
  undoing: boolean;
};

export type QueueState = {
  /** In the order in which they were asked for; the screen shows them as done. */
  changes: readonly Change[];
  /** They wait for the network, or for somebody to sign in. */
  paused: boolean;
};

type Reports = {
  send: (change: Change) => Promise<void>;
  done: (change: Change) => void;
  failed: (change: Change, error: unknown) => void;
};

// The edge did not refuse these: it was not reached, or does not know any more who is asking.
const waits = (error: unknown) =>
  error instanceof ApiError && (error.code === "offline" || error.code === "unauthenticated");

/** A change of those of `submissions` that are not yet as the action wants them, null when all are. */
export function changeOf(
  action: SubmissionAction,
  submissions: readonly Submission[],
  undoing = false,
): Change | null {
  const concerned = submissions.filter((submission) => afterAction(submission, action) !== submission);
  const ids = new Set(concerned.map(({ id }) => id));
  return concerned.length === 0 ? null : { action, submissions: concerned, ids, undoing };
}

/** What the changes make of a submission, null when one of them deletes it. */
export function changed(changes: readonly Change[], submission: Submission): Submission | null {
  let now: Submission | null = submission;
  for (const { ids, action } of changes) {
    if (now && ids.has(now.id)) now = afterAction(now, action);
  }
  return now;
}

/**
 * Sends changes one after the other, in their order. What the edge refuses leaves the queue, and with it the
 * screen; where it cannot be asked now, everything stays and waits for `resume`.
 */
export function createChangeQueue({ send, done, failed }: Reports) {
  let state: QueueState = { changes: [], paused: false };
  let sending = false;
  const listeners = new Set<() => void>();
  const become = (next: QueueState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const drop = (change: Change) =>
    become({ ...state, changes: state.changes.filter((each) => each !== change) });

  const work = async () => {
    if (sending) return;
    sending = true;
    while (state.changes[0] && !state.paused) {
      const [change] = state.changes;
      try {
        await send(change);
        // Both at once, so that the screen never shows how it was before.
        done(change);
        drop(change);
      } catch (error) {
        if (waits(error)) become({ ...state, paused: true });
        else {
          drop(change);
          failed(change, error);
        }
      }
    }
    sending = false;
  };

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(change: Change) {
      become({ ...state, changes: [...state.changes, change] });
      work();
    },
    resume() {
      if (!state.paused) return;
      become({ ...state, paused: false });
      work();
    },
  };
}
