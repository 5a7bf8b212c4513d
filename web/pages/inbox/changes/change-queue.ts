import {
  bulkSize,
  type Submission,
  type SubmissionAction,
  type SubmissionCounts,
} from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { afterAction, countsAfter } from "#web/pages/inbox/submission-list.ts";

/** A pending change: one action on submissions, as they were then, that the edge has not confirmed. */
export type Change = {
  action: SubmissionAction;
  /** Only those that the action really changes. */
  submissions: readonly Submission[];
  ids: ReadonlySet<string>;
};

/** What the edge has taken. */
export type Confirmed = Pick<Change, "action" | "ids">;

export type QueueState = {
  /** The oldest first; the screen shows them as done. */
  changes: readonly Change[];
  /** They wait for the network, or for a new session. */
  paused: boolean;
  /** The messages that the changes concern, as they are without them; null once deleted. */
  known: ReadonlyMap<string, Submission | null>;
  /** What all that was confirmed so far has added to the counts. */
  settled: SubmissionCounts;
};

export type QueueReports = {
  /** Asks the edge for an action on at most `bulkSize.ids` messages. */
  send: (action: SubmissionAction, ids: string[]) => Promise<void>;
  /** Makes what was confirmed part of what is known; right before the queue no longer adds it to that. */
  apply: (confirmed: Confirmed) => void;
  done: (change: Change) => void;
  /** `reached` of the change's messages were changed before the edge refused. */
  failed: (change: Change, error: unknown, reached: number) => void;
};

const nothing: SubmissionCounts = { all: 0, unread: 0, read: 0, spam: 0 };

// The edge did not refuse these: it was not reached, or does not know any more who is asking.
const waits = (error: unknown) =>
  error instanceof ApiError && (error.code === "offline" || error.code === "unauthenticated");

/** A change of those of `submissions` that are not yet as the action wants them, null when all are. */
export function changeOf(action: SubmissionAction, submissions: readonly Submission[]): Change | null {
  const concerned = submissions.filter((submission) => afterAction(submission, action) !== submission);
  const ids = new Set(concerned.map(({ id }) => id));
  return concerned.length === 0 ? null : { action, submissions: concerned, ids };
}

/** What the changes make of a submission, null when one of them deletes it. */
export function changed(changes: readonly Confirmed[], submission: Submission): Submission | null {
  let now: Submission | null = submission;
  for (const { ids, action } of changes) {
    if (now && ids.has(now.id)) now = afterAction(now, action);
  }
  return now;
}

/**
 * Sends changes one after the other, in their order. What the edge refuses leaves the queue, and with it the
 * screen; where it cannot be asked now, all changes wait for `resume`.
 */
export function createChangeQueue({ send, apply, done, failed }: QueueReports) {
  let state: QueueState = { changes: [], paused: false, known: new Map(), settled: nothing };
  let working = false;
  let asking: Promise<unknown> | null = null;
  let asked = 0;
  // How many of a change's messages were sent. One that was tried may have arrived even without an answer.
  const progress = new WeakMap<Change, number>();
  const listeners = new Set<() => void>();
  const readers = new Set<Confirmed[]>();

  const become = (next: Partial<QueueState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const without = (change: Change): Pick<QueueState, "changes" | "known"> => {
    const changes = state.changes.filter((each) => each !== change);
    const concerned = (id: string) => changes.some(({ ids }) => ids.has(id));
    return { changes, known: new Map([...state.known].filter(([id]) => concerned(id))) };
  };

  /** What a confirmed action makes of the state; the messages are changed where they are kept. */
  const settle = ({ action, ids }: Confirmed) => {
    let { settled } = state;
    const known = new Map(state.known);
    for (const id of ids) {
      const before = known.get(id);
      if (!before) continue;
      const after = afterAction(before, action);
      settled = countsAfter(settled, before, after);
      known.set(id, after);
    }
    for (const confirmed of readers) confirmed.push({ action, ids });
    apply({ action, ids });
    state = { ...state, settled, known };
  };

  const ask = async (action: SubmissionAction, ids: string[]) => {
    asked += 1;
    const confirmed = send(action, ids).then(() => settle({ action, ids: new Set(ids) }));
    asking = confirmed.catch(() => {});
    try {
      await confirmed;
    } finally {
      asking = null;
    }
  };
  const sendWhole = async (change: Change) => {
    const { action, submissions } = change;
    for (let at = progress.get(change) ?? 0; at < submissions.length; at += bulkSize.ids) {
      progress.set(change, at);
      const ids = submissions.slice(at, at + bulkSize.ids).map(({ id }) => id);
      await ask(action, ids);
    }
  };
  const work = async () => {
    if (working) return;
    working = true;
    while (state.changes[0] && !state.paused) {
      const [change] = state.changes;
      try {
        await sendWhole(change);
        become(without(change));
        done(change);
      } catch (error) {
        if (waits(error)) become({ paused: true });
        else {
          become(without(change));
          failed(change, error, progress.get(change) ?? 0);
        }
      }
    }
    working = false;
  };

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(change: Change) {
      const known = new Map(state.known);
      for (const submission of change.submissions) {
        if (!known.has(submission.id)) known.set(submission.id, submission);
      }
      become({ changes: [...state.changes, change], known });
      work();
    },
    /** Takes a change back before the edge was asked for it; false when it was. */
    cancel(change: Change): boolean {
      if (progress.has(change) || !state.changes.includes(change)) return false;
      become(without(change));
      return true;
    },
    resume() {
      if (!state.paused) return;
      become({ paused: false });
      work();
    },
    /** An answer with messages in it; `correct` adds what was confirmed while it was under way. */
    async during<Answer>(
      read: () => Promise<Answer>,
      correct: (answer: Answer, confirmed: readonly Confirmed[]) => Answer,
    ): Promise<Answer> {
      const confirmed: Confirmed[] = [];
      readers.add(confirmed);
      try {
        return correct(await read(), confirmed);
      } finally {
        readers.delete(confirmed);
      }
    },
    /**
     * An answer that holds all that is confirmed and nothing else that was asked for, so that both can be added up:
     * read again as long as a change was sent meanwhile. With it, what had been `settled` then.
     */
    async undisturbed<Answer>(
      read: () => Promise<Answer>,
    ): Promise<{ answer: Answer; settled: SubmissionCounts }> {
      for (;;) {
        while (asking) await asking;
        const [before, { settled }] = [asked, state];
        const answer = await read();
        if (asked === before) return { answer, settled };
      }
    },
  };
}

export type ChangeQueue = ReturnType<typeof createChangeQueue>;

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
