import { ApiError } from "#web/api/api-error.ts";
import { createStore } from "#web/pages/inbox/shared/hooks.ts";
import { applyAction, coversUnloaded } from "#web/pages/inbox/shared/submissions.ts";
import type { Change, ConfirmedChange, QueueState } from "#web/pages/inbox/types.ts";
import { createSender, type SenderPorts } from "./change-sender.ts";
import { createRequestTracker } from "./request-tracker.ts";
import type { ActionOutcome } from "./undo-stack.ts";

export type QueuePorts = SenderPorts & {
  /** Writes a confirmed change into the loaded messages, right before the queue stops applying it to them. */
  apply: (confirmed: ConfirmedChange) => void;
  /** Called after a change was confirmed, stopped, or rejected with an error. */
  onEnd: (change: Change, outcome: ActionOutcome, error: unknown) => void;
};

export const emptyQueue: QueueState = {
  changes: [],
  heldChanges: new Set(),
  waitsFor: null,
  progress: null,
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
  return { ...releaseChange(state, change), changes, confirmedSubmissions };
}

function releaseChange(state: QueueState, change: Change): QueueState {
  const heldChanges = new Set(state.heldChanges);
  heldChanges.delete(change);
  return { ...state, heldChanges };
}

function holdChange(state: QueueState, change: Change): QueueState {
  return { ...addChange(state, change), heldChanges: new Set([...state.heldChanges, change]) };
}

/** Returns the change to send, the oldest that is not held; undefined without one, and while the queue waits. */
const findNext = ({ changes, heldChanges, waitsFor }: QueueState): Change | undefined =>
  waitsFor ? undefined : changes.find((change) => !heldChanges.has(change));

/**
 * Records how a confirmed change altered the messages of pending changes, to correct the counts that the browser read
 * before it.
 */
function applyConfirmed(state: QueueState, change: ConfirmedChange): QueueState {
  const transitions = [...state.transitions];
  const confirmedSubmissions = new Map(state.confirmedSubmissions);
  for (const id of change.ids) {
    const before = confirmedSubmissions.get(id);
    if (!before) continue;
    const after = applyAction(before, change);
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
 * Creates the queue of the administrator's changes, which sends one at a time, and keeps responses in flight consistent
 * with them. The queue and the screen drop a rejected change. Without a network or a session, all changes wait for
 * `resume`. A held change waits for its release, and later ones pass it.
 *
 * TanStack's mutations cannot replace the queue. A pending change also waits for the session and survives
 * `client.clear()`. It is sent in resumable batches, and can be held, and canceled before it is sent.
 */
export function createChangeQueue(ports: QueuePorts) {
  const { get, set, subscribe } = createStore(emptyQueue);
  let sentChange: Change | null = null;
  const tracker = createRequestTracker({
    onConfirm(confirmed) {
      ports.apply(confirmed);
      set(applyConfirmed(get(), confirmed));
    },
    countTransitions: () => get().transitions.length,
  });
  const sender = createSender(ports, tracker.runImmediately, (change, done) => {
    const { ids, matching } = change;
    if (coversUnloaded(change))
      set({ ...get(), progress: { change, done, total: matching ? matching.total : ids.size } });
  });
  const finish = (change: Change, error: unknown) => {
    const { ids = [], previous = new Map(), isStopped = true, giveUp } = sender.getSending(change) ?? {};
    const hasFailed = error !== undefined && !giveUp?.signal.aborted;
    set({ ...removeChange(get(), change), progress: null });
    const outcome = { count: ids.length, ids, previous, hasFailed, isStopped };
    ports.onEnd(change, outcome, error);
  };
  const sendNext = async (change: Change) => {
    const error = await sender.sendWhole(change).catch((reason: unknown) => reason);
    const waitsFor = sender.getSending(change)?.isStopped ? null : toWaitCondition(error);
    if (waitsFor) set({ ...get(), waitsFor });
    else finish(change, error);
  };
  const sendPending = async () => {
    if (sentChange) return;
    for (let next = findNext(get()); next; next = findNext(get())) {
      sentChange = next;
      await sendNext(next);
    }
    sentChange = null;
  };

  return {
    get,
    subscribe,
    add(change: Change) {
      set(addChange(get(), change));
      void sendPending();
    },
    /** Adds a change that waits for its `release`. The screen shows its result at once. */
    hold: (change: Change) => set(holdChange(get(), change)),
    release(change: Change) {
      set(releaseChange(get(), change));
      void sendPending();
    },
    /** Removes a change that was never sent. Returns false if a request for it was already sent. */
    cancel(change: Change): boolean {
      if (sender.getSending(change) || !get().changes.includes(change)) return false;
      set(removeChange(get(), change));
      return true;
    },
    /** Ends a change after the response in flight, or aborts that response after `answerTimeoutMs`. */
    stop(change: Change) {
      const sending = sender.getSending(change);
      if (sending) sender.stop(sending);
      if (sentChange !== change && get().changes.includes(change)) finish(change, undefined);
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
