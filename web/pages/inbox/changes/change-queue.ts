import { bulkSize, type SubmissionAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { afterAction } from "#web/pages/inbox/shared/submissions.ts";
import type { Change, ChangeQueue, Confirmed, QueueState } from "#web/pages/inbox/types.ts";
import type { Outcome } from "./undo-stack.ts";

export type QueuePorts = {
  /** Requests an action on at most `bulkSize.ids` messages from the edge. */
  send: (action: SubmissionAction, ids: string[]) => Promise<void>;
  /** Writes a confirmed change into the loaded messages, right before the queue stops applying it to them. */
  apply: (confirmed: Confirmed) => void;
  /** Called after a change was confirmed, or rejected with an error. */
  ended: (change: Change, outcome: Outcome, error: unknown) => void;
};

export const emptyQueue: QueueState = { changes: [], waitsFor: null, known: new Map(), settled: [] };

export function withChange(state: QueueState, change: Change): QueueState {
  const known = new Map(state.known);
  for (const submission of change.submissions) {
    if (!known.has(submission.id)) known.set(submission.id, submission);
  }
  return { ...state, changes: [...state.changes, change], known };
}

function withoutChange(state: QueueState, change: Change): QueueState {
  const changes = state.changes.filter((other) => other !== change);
  const isConcerned = (id: string) => changes.some(({ ids }) => ids.has(id));
  return { ...state, changes, known: new Map([...state.known].filter(([id]) => isConcerned(id))) };
}

function afterConfirmed(state: QueueState, { action, ids }: Confirmed): QueueState {
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

/** Returns the condition that the queue waits for after an error: network or session; null after a rejection. */
function missingFor(error: unknown): QueueState["waitsFor"] {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "offline") return "network";
  return error.code === "unauthenticated" ? "session" : null;
}

/** Sends a change in parts. A second call with the same change continues with the first unconfirmed part. */
function createSender(send: QueuePorts["send"], confirm: (confirmed: Confirmed) => void) {
  const readings = createReadings();
  // The number of confirmed messages of a change. A part without a response may have reached the edge.
  const progress = new WeakMap<Change, number>();
  const ask = (request: () => Promise<Confirmed>): Promise<Confirmed> =>
    readings.alongside(
      request().then((confirmed) => {
        readings.confirm(confirmed);
        confirm(confirmed);
        return confirmed;
      }),
    );
  return {
    readings,
    ask,
    countSent: (change: Change) => progress.get(change) ?? 0,
    hasBegun: (change: Change) => progress.has(change),
    async sendWhole(change: Change): Promise<void> {
      const { action, submissions } = change;
      for (let at = progress.get(change) ?? 0; at < submissions.length; at += bulkSize.ids) {
        progress.set(change, at);
        const ids = submissions.slice(at, at + bulkSize.ids).map(({ id }) => id);
        await ask(() => send(action, ids).then(() => ({ action, ids: new Set(ids) })));
      }
    },
  };
}

/**
 * Creates a queue that sends changes one at a time. A rejected change leaves the queue and the screen. Without a network
 * or a session, all changes wait for `resume`.
 *
 * TanStack's mutations cannot replace the queue. A pending change also waits for the session and survives
 * `client.clear()`. It is sent in resumable parts, and can be cancelled before it is sent.
 */
export function createChangeQueue({ send, apply, ended }: QueuePorts): ChangeQueue {
  let state = emptyQueue;
  let isWorking = false;
  const listeners = new Set<() => void>();
  const become = (next: QueueState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  const { readings, ...sender } = createSender(send, (confirmed) => {
    apply(confirmed);
    state = afterConfirmed(state, confirmed);
  });
  const sendNext = async (change: Change) => {
    try {
      await sender.sendWhole(change);
      become(withoutChange(state, change));
      ended(change, { count: change.submissions.length, failed: false, stopped: false }, null);
    } catch (error) {
      const waitsFor = missingFor(error);
      if (waitsFor) return become({ ...state, waitsFor });
      become(withoutChange(state, change));
      ended(change, { count: sender.countSent(change), failed: true, stopped: false }, error);
    }
  };
  const work = async () => {
    if (isWorking) return;
    isWorking = true;
    while (state.changes[0] && !state.waitsFor) await sendNext(state.changes[0]);
    isWorking = false;
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(change) {
      become(withChange(state, change));
      work();
    },
    cancel(change) {
      if (sender.hasBegun(change) || !state.changes.includes(change)) return false;
      become(withoutChange(state, change));
      return true;
    },
    resume() {
      if (!state.waitsFor) return;
      become({ ...state, waitsFor: null });
      work();
    },
    async ask(request) {
      const confirmed = await sender.ask(request);
      become(state);
      return confirmed;
    },
    during: readings.during,
    undisturbed: (read) => readings.undisturbed(read, () => state.settled.length),
  };
}

/** Keeps responses with messages consistent with the changes that are sent while these responses are in flight. */
function createReadings() {
  const readers = new Set<Confirmed[]>();
  const requests = new Set<Promise<unknown>>();
  let requestCount = 0;

  return {
    /** Registers a request for a change until it settles. Several may be in flight. */
    async alongside<Answer>(request: Promise<Answer>): Promise<Answer> {
      requestCount += 1;
      const settled = request.catch(() => {});
      requests.add(settled);
      try {
        return await request;
      } finally {
        requests.delete(settled);
      }
    },
    /** Passes a confirmed change to every read in flight, because its response may be older. */
    confirm(confirmed: Confirmed): void {
      for (const missed of readers) missed.push(confirmed);
    },
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
    /** Repeats a read until no request for a change overlapped it. `settled` is `countSettled()` at its start. */
    async undisturbed<Answer>(
      read: () => Promise<Answer>,
      countSettled: () => number,
    ): Promise<{ answer: Answer; settled: number }> {
      for (;;) {
        while (requests.size > 0) await Promise.all(requests);
        const [countBefore, settled] = [requestCount, countSettled()];
        const answer = await read();
        if (requestCount === countBefore) return { answer, settled };
      }
    },
  };
}
