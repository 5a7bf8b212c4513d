import { ApiError } from "#web/api/api-error.ts";
import { createStore } from "#web/pages/inbox/shared/hooks.ts";
import { applyAction, toBatches } from "#web/pages/inbox/shared/submissions.ts";
import type { Change, ConfirmedChange, QueueState } from "#web/pages/inbox/types.ts";
import type { ActionOutcome } from "./undo-stack.ts";

export type QueuePorts = {
  /** Requests an action on one batch of messages from the edge. */
  send: (action: Change["action"], ids: string[]) => Promise<void>;
  /** Writes a confirmed change into the loaded messages, right before the queue stops applying it to them. */
  apply: (confirmed: ConfirmedChange) => void;
  /** Called after a change was confirmed, or rejected with an error. */
  onEnd: (change: Change, outcome: ActionOutcome, error: unknown) => void;
};

export const emptyQueue: QueueState = {
  changes: [],
  waitsFor: null,
  confirmedSubmissions: new Map(),
  transitions: [],
};

/** Adds a pending change. A message with an earlier pending change keeps the state that the edge last confirmed. */
export function addChange(state: QueueState, change: Change): QueueState {
  const confirmedSubmissions = new Map(state.confirmedSubmissions);
  for (const submission of change.submissions) {
    if (!confirmedSubmissions.has(submission.id)) confirmedSubmissions.set(submission.id, submission);
  }
  return { ...state, changes: [...state.changes, change], confirmedSubmissions };
}

/** Removes a confirmed, rejected or canceled change, and the confirmed state of messages without a pending one. */
function removeChange(state: QueueState, change: Change): QueueState {
  const changes = state.changes.filter((pendingChange) => pendingChange !== change);
  const isAffected = ([id]: [string, unknown]) => changes.some(({ ids }) => ids.has(id));
  const confirmedSubmissions = new Map([...state.confirmedSubmissions].filter(isAffected));
  return { ...state, changes, confirmedSubmissions };
}

/**
 * Records how a confirmed change altered the messages of pending changes, to correct the counts that the browser read
 * before it.
 */
function applyConfirmed(state: QueueState, { action, ids }: ConfirmedChange): QueueState {
  const transitions = [...state.transitions];
  const confirmedSubmissions = new Map(state.confirmedSubmissions);
  for (const id of ids) {
    const before = confirmedSubmissions.get(id);
    if (!before) continue;
    const after = applyAction(before, action);
    transitions.push({ before, after });
    confirmedSubmissions.set(id, after);
  }
  return { ...state, transitions, confirmedSubmissions };
}

/** Returns the condition that the queue waits for after an error: network or session; null after any other result. */
function toWaitCondition(error: unknown): QueueState["waitsFor"] {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "offline") return "network";
  return error.code === "unauthenticated" ? "session" : null;
}

/**
 * Sends a change in batches. A second `sendWhole` with the same change, after a lost network or session, continues with
 * the first unconfirmed batch.
 */
function createSender(send: QueuePorts["send"], runRequest: ChangeQueue["runImmediately"]) {
  // The number of confirmed messages of a change. A batch without a response may have reached the edge.
  const progress = new WeakMap<Change, number>();
  const countConfirmed = (change: Change) => progress.get(change) ?? 0;
  return {
    countConfirmed,
    wasSent: (change: Change) => progress.has(change),
    async sendWhole(change: Change): Promise<void> {
      const { action, submissions } = change;
      progress.set(change, countConfirmed(change));
      for (const batch of toBatches(submissions.slice(countConfirmed(change)))) {
        const ids = batch.map(({ id }) => id);
        await runRequest(() => send(action, ids).then(() => ({ action, ids: new Set(ids) })));
        progress.set(change, countConfirmed(change) + batch.length);
      }
    },
  };
}

/**
 * Creates the queue of the administrator's changes, which sends one at a time, and keeps responses in flight consistent
 * with them. The queue and the screen drop a rejected change. Without a network or a session, all changes wait for
 * `resume`.
 *
 * TanStack's mutations cannot replace the queue. A pending change also waits for the session and survives
 * `client.clear()`. It is sent in resumable batches, and can be canceled before it is sent.
 */
export function createChangeQueue({ send, apply, onEnd }: QueuePorts) {
  const { get, set, subscribe } = createStore(emptyQueue);
  let isSending = false;
  const tracker = createRequestTracker({
    onConfirm(confirmed) {
      apply(confirmed);
      set(applyConfirmed(get(), confirmed));
    },
    countTransitions: () => get().transitions.length,
  });
  const sender = createSender(send, tracker.runImmediately);
  const sendNext = async (change: Change) => {
    const error = await sender.sendWhole(change).catch((reason: unknown) => reason);
    const waitsFor = toWaitCondition(error);
    if (waitsFor) return set({ ...get(), waitsFor });
    set(removeChange(get(), change));
    const outcome = { count: sender.countConfirmed(change), failed: error !== undefined, stopped: false };
    onEnd(change, outcome, error);
  };
  const sendPending = async () => {
    if (isSending) return;
    isSending = true;
    for (let next = get(); next.changes[0] && !next.waitsFor; next = get()) await sendNext(next.changes[0]);
    isSending = false;
  };

  return {
    get,
    subscribe,
    add(change: Change) {
      set(addChange(get(), change));
      void sendPending();
    },
    /** Removes a change that was never sent. Returns false if a request for it was already sent. */
    cancel(change: Change): boolean {
      if (sender.wasSent(change) || !get().changes.includes(change)) return false;
      set(removeChange(get(), change));
      return true;
    },
    /** Sends the changes that wait for the network or the session. */
    resume() {
      if (!get().waitsFor) return;
      set({ ...get(), waitsFor: null });
      void sendPending();
    },
    ...tracker,
  };
}

export type ChangeQueue = ReturnType<typeof createChangeQueue>;

type TrackerPorts = { onConfirm: (confirmed: ConfirmedChange) => void; countTransitions: () => number };

/**
 * Tracks the reads and the changes in flight. A response that is older than a change must not hide the change from the
 * user: lists are corrected (`readCorrected`), counts are read again (`readUndisturbed`).
 */
function createRequestTracker({ onConfirm, countTransitions }: TrackerPorts) {
  // A list for each read in flight, with the changes that were confirmed since it began.
  const changesDuringReads = new Set<ConfirmedChange[]>();
  const changeRequests = new Set<Promise<unknown>>();
  let changeRequestCount = 0;

  return {
    /**
     * Requests a change at once, outside of the order of the pending ones. Only its response names the changed
     * messages. Passes the confirmed change to every read in flight, because its response may be older.
     */
    async runImmediately(request: () => Promise<ConfirmedChange>): Promise<ConfirmedChange> {
      changeRequestCount += 1;
      const pendingChange = request();
      // The caller gets the error.
      const settledRequest = pendingChange.catch(() => {});
      changeRequests.add(settledRequest);
      try {
        const confirmed = await pendingChange;
        for (const changes of changesDuringReads) changes.push(confirmed);
        onConfirm(confirmed);
        return confirmed;
      } finally {
        changeRequests.delete(settledRequest);
      }
    },
    /** Reads a response with submissions. `correct` applies the changes that were confirmed meanwhile. */
    async readCorrected<Answer>(
      read: () => Promise<Answer>,
      correct: (answer: Answer, confirmed: readonly ConfirmedChange[]) => Answer,
    ): Promise<Answer> {
      const confirmed: ConfirmedChange[] = [];
      changesDuringReads.add(confirmed);
      try {
        return correct(await read(), confirmed);
      } finally {
        changesDuringReads.delete(confirmed);
      }
    },
    /** Reads a response that no request for a change overlapped, and the number of `transitions` that it includes. */
    async readUndisturbed<Answer>(
      read: () => Promise<Answer>,
    ): Promise<{ answer: Answer; transitionCount: number }> {
      for (;;) {
        while (changeRequests.size > 0) await Promise.all(changeRequests);
        const [countBefore, transitionCount] = [changeRequestCount, countTransitions()];
        const answer = await read();
        if (changeRequestCount === countBefore) return { answer, transitionCount };
      }
    },
  };
}
