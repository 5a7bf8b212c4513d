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
 * Sends a change in parts that the edge accepts. A second `sendWhole` with the same change, after a lost network or
 * session, continues with the first unconfirmed part.
 */
function createSender(send: QueuePorts["send"], runRequest: ChangeQueue["runImmediately"]) {
  // The number of confirmed messages of a change. A part without a response may have reached the edge.
  const progress = new WeakMap<Change, number>();
  return {
    countConfirmed: (change: Change) => progress.get(change) ?? 0,
    wasSent: (change: Change) => progress.has(change),
    async sendWhole(change: Change): Promise<void> {
      const { action, submissions } = change;
      for (let offset = progress.get(change) ?? 0; offset < submissions.length; offset += bulkSize.ids) {
        progress.set(change, offset);
        const ids = submissions.slice(offset, offset + bulkSize.ids).map(({ id }) => id);
        await runRequest(() => send(action, ids).then(() => ({ action, ids: new Set(ids) })));
      }
      progress.set(change, submissions.length);
    },
  };
}

/**
 * Creates the queue of the administrator's changes, which sends one at a time. The queue and the screen drop a rejected
 * change. Without a network or a session, all changes wait for `resume`.
 *
 * TanStack's mutations cannot replace the queue. A pending change also waits for the session and survives
 * `client.clear()`. It is sent in resumable parts, and can be canceled before it is sent.
 */
export function createChangeQueue({ send, apply, onEnd }: QueuePorts): ChangeQueue {
  let state = emptyQueue;
  let isSending = false;
  const listeners = new Set<() => void>();
  const setState = (nextState: QueueState) => {
    state = nextState;
    for (const listener of listeners) listener();
  };
  const tracker = createRequestTracker((confirmed) => {
    apply(confirmed);
    state = applyConfirmed(state, confirmed);
  });
  const sender = createSender(send, tracker.runRequest);
  const sendNext = async (change: Change) => {
    const error = await sender.sendWhole(change).catch((reason: unknown) => reason);
    const waitsFor = toWaitCondition(error);
    if (waitsFor) return setState({ ...state, waitsFor });
    setState(removeChange(state, change));
    const outcome = { count: sender.countConfirmed(change), failed: error !== undefined, stopped: false };
    onEnd(change, outcome, error);
  };
  const sendPending = async () => {
    if (isSending) return;
    isSending = true;
    while (state.changes[0] && !state.waitsFor) await sendNext(state.changes[0]);
    isSending = false;
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
      if (sender.wasSent(change) || !state.changes.includes(change)) return false;
      setState(removeChange(state, change));
      return true;
    },
    resume() {
      if (!state.waitsFor) return;
      setState({ ...state, waitsFor: null });
      sendPending();
    },
    async runImmediately(request) {
      const confirmed = await tracker.runRequest(request);
      // Notifies the listeners, because `applyConfirmed` replaced the state without a notification.
      setState(state);
      return confirmed;
    },
    readCorrected: tracker.readCorrected,
    readUndisturbed: (read) => tracker.readUndisturbed(read, () => state.transitions.length),
  };
}

/**
 * Tracks the reads and the changes in flight. A response that is older than a change must not hide the change from the
 * user: lists are corrected (`readCorrected`), counts are read again (`readUndisturbed`).
 */
function createRequestTracker(onConfirm: (confirmed: ConfirmedChange) => void) {
  // A list for each read in flight, with the changes that were confirmed since it began.
  const changesDuringReads = new Set<ConfirmedChange[]>();
  const changeRequests = new Set<Promise<unknown>>();
  let changeRequestCount = 0;

  return {
    /** Requests a change. Passes the confirmed change to every read in flight, because its response may be older. */
    async runRequest(request: () => Promise<ConfirmedChange>): Promise<ConfirmedChange> {
      changeRequestCount += 1;
      const pendingChange = request();
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
    /** Repeats a read until no change overlapped it. `transitionCount` is the number of changes in its answer. */
    async readUndisturbed<Answer>(
      read: () => Promise<Answer>,
      countTransitions: () => number,
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
