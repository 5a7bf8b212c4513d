import { bulkSize, type SubmissionAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { applyAction } from "#web/pages/inbox/shared/submissions.ts";
import type { Change, ChangeQueue, ConfirmedChange, QueueState } from "#web/pages/inbox/types.ts";
import type { ActionOutcome } from "./undo-stack.ts";

export type QueuePorts = {
  /** Requests an action on at most `bulkSize.ids` messages from the edge. */
  send: (action: SubmissionAction, ids: string[]) => Promise<void>;
  /** Writes a confirmed change into the loaded messages, right before the queue stops applying it to them. */
  apply: (confirmed: ConfirmedChange) => void;
  /** Called after a change was confirmed, or rejected with an error. */
  ended: (change: Change, outcome: ActionOutcome, error: unknown) => void;
};

export const emptyQueue: QueueState = { changes: [], waitsFor: null, known: new Map(), settled: [] };

export function addChange(state: QueueState, change: Change): QueueState {
  const knownSubmissions = new Map(state.known);
  for (const submission of change.submissions) {
    if (!knownSubmissions.has(submission.id)) knownSubmissions.set(submission.id, submission);
  }
  return { ...state, changes: [...state.changes, change], known: knownSubmissions };
}

function removeChange(state: QueueState, change: Change): QueueState {
  const changes = state.changes.filter((pendingChange) => pendingChange !== change);
  const isConcerned = (id: string) => changes.some(({ ids }) => ids.has(id));
  return { ...state, changes, known: new Map([...state.known].filter(([id]) => isConcerned(id))) };
}

function applyConfirmed(state: QueueState, { action, ids }: ConfirmedChange): QueueState {
  const settledChanges = [...state.settled];
  const knownSubmissions = new Map(state.known);
  for (const id of ids) {
    const before = knownSubmissions.get(id);
    if (!before) continue;
    const after = applyAction(before, action);
    settledChanges.push({ before, after });
    knownSubmissions.set(id, after);
  }
  return { ...state, settled: settledChanges, known: knownSubmissions };
}

/** Returns the condition that the queue waits for after an error: network or session; null after a rejection. */
function toWaitCondition(error: unknown): QueueState["waitsFor"] {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "offline") return "network";
  return error.code === "unauthenticated" ? "session" : null;
}

/** Sends a change in parts. A second call with the same change continues with the first unconfirmed part. */
function createSender(send: QueuePorts["send"], confirm: (confirmed: ConfirmedChange) => void) {
  const readings = createReadings();
  // The number of confirmed messages of a change. A part without a response may have reached the edge.
  const progress = new WeakMap<Change, number>();
  const ask = (request: () => Promise<ConfirmedChange>): Promise<ConfirmedChange> =>
    readings.trackRequest(
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
      for (let offset = progress.get(change) ?? 0; offset < submissions.length; offset += bulkSize.ids) {
        progress.set(change, offset);
        const ids = submissions.slice(offset, offset + bulkSize.ids).map(({ id }) => id);
        await ask(() => send(action, ids).then(() => ({ action, ids: new Set(ids) })));
      }
    },
  };
}

/**
 * Creates a queue that sends changes one at a time. The queue and the screen drop a rejected change. Without a network
 * or a session, all changes wait for `resume`.
 *
 * TanStack's mutations cannot replace the queue. A pending change also waits for the session and survives
 * `client.clear()`. It is sent in resumable parts, and can be cancelled before it is sent.
 */
export function createChangeQueue({ send, apply, ended: onEnded }: QueuePorts): ChangeQueue {
  let state = emptyQueue;
  let isWorking = false;
  const listeners = new Set<() => void>();
  const setState = (nextState: QueueState) => {
    state = nextState;
    for (const listener of listeners) listener();
  };
  const { readings, ...sender } = createSender(send, (confirmed) => {
    apply(confirmed);
    state = applyConfirmed(state, confirmed);
  });
  const sendNext = async (change: Change) => {
    try {
      await sender.sendWhole(change);
      setState(removeChange(state, change));
      onEnded(change, { count: change.submissions.length, failed: false, stopped: false }, null);
    } catch (error) {
      const waitsFor = toWaitCondition(error);
      if (waitsFor) return setState({ ...state, waitsFor });
      setState(removeChange(state, change));
      onEnded(change, { count: sender.countSent(change), failed: true, stopped: false }, error);
    }
  };
  const sendPending = async () => {
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
      setState(addChange(state, change));
      sendPending();
    },
    cancel(change) {
      if (sender.hasBegun(change) || !state.changes.includes(change)) return false;
      setState(removeChange(state, change));
      return true;
    },
    resume() {
      if (!state.waitsFor) return;
      setState({ ...state, waitsFor: null });
      sendPending();
    },
    async ask(request) {
      const confirmed = await sender.ask(request);
      setState(state);
      return confirmed;
    },
    readCorrected: readings.readCorrected,
    readUndisturbed: (read) => readings.readUndisturbed(read, () => state.settled.length),
  };
}

/** Keeps responses with messages consistent with the changes that are sent while these responses are in flight. */
function createReadings() {
  const readers = new Set<ConfirmedChange[]>();
  const requests = new Set<Promise<unknown>>();
  let requestCount = 0;

  return {
    /** Registers a request for a change until it settles. Several may be in flight. */
    async trackRequest<Answer>(request: Promise<Answer>): Promise<Answer> {
      requestCount += 1;
      const settledRequest = request.catch(() => {});
      requests.add(settledRequest);
      try {
        return await request;
      } finally {
        requests.delete(settledRequest);
      }
    },
    /** Passes a confirmed change to every read in flight, because its response may be older. */
    confirm(confirmed: ConfirmedChange): void {
      for (const reader of readers) reader.push(confirmed);
    },
    async readCorrected<Answer>(
      read: () => Promise<Answer>,
      correct: (answer: Answer, confirmed: readonly ConfirmedChange[]) => Answer,
    ): Promise<Answer> {
      const confirmed: ConfirmedChange[] = [];
      readers.add(confirmed);
      try {
        return correct(await read(), confirmed);
      } finally {
        readers.delete(confirmed);
      }
    },
    /** Repeats a read until no request for a change overlapped it. `settled` is `countSettled()` at its start. */
    async readUndisturbed<Answer>(
      read: () => Promise<Answer>,
      countSettled: () => number,
    ): Promise<{ answer: Answer; settled: number }> {
      for (;;) {
        while (requests.size > 0) await Promise.all(requests);
        const [countBefore, settledCount] = [requestCount, countSettled()];
        const answer = await read();
        if (requestCount === countBefore) return { answer, settled: settledCount };
      }
    },
  };
}
