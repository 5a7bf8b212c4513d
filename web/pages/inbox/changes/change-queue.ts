import { bulkSize, type SubmissionAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Change, Confirmed } from "./change.ts";
import { afterConfirmed, emptyQueue, type QueueState, withChange, withoutChange } from "./queue-state.ts";
import { createReadings } from "./readings.ts";

export type QueueReports = {
  /** Asks the edge for an action on at most `bulkSize.ids` messages. */
  send: (action: SubmissionAction, ids: string[]) => Promise<void>;
  /** Makes what was confirmed part of what is known; right before the queue no longer adds it to that. */
  apply: (confirmed: Confirmed) => void;
  done: (change: Change) => void;
  /** `reached` of the change's messages were changed before the edge refused. */
  failed: (change: Change, error: unknown, reached: number) => void;
};

// The edge did not refuse these: it was not reached, or does not know any more who is asking.
function missing(error: unknown): QueueState["waitsFor"] {
  if (!(error instanceof ApiError)) return null;
  if (error.code === "offline") return "network";
  return error.code === "unauthenticated" ? "session" : null;
}

/** Sends a change in parts, and goes on where it stopped when it is given the same change again. */
function createSender(send: QueueReports["send"], confirm: (confirmed: Confirmed) => void) {
  const readings = createReadings();
  // How many of a change's messages were sent. One that was tried may have arrived even without an answer.
  const progress = new WeakMap<Change, number>();
  const ask = async (request: () => Promise<Confirmed>): Promise<Confirmed> => {
    const answer = request().then((confirmed) => {
      readings.confirm(confirmed);
      confirm(confirmed);
      return confirmed;
    });
    return readings.alongside(answer);
  };
  return {
    readings,
    ask,
    reached: (change: Change) => progress.get(change) ?? 0,
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
 * Sends changes one after the other, in their order. What the edge refuses leaves the queue, and with it the
 * screen; where it cannot be asked now, all changes wait for `resume`.
 */
export function createChangeQueue({ send, apply, done, failed }: QueueReports) {
  let state = emptyQueue;
  let working = false;
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
      done(change);
    } catch (error) {
      const waitsFor = missing(error);
      if (waitsFor) become({ ...state, waitsFor });
      else {
        become(withoutChange(state, change));
        failed(change, error, sender.reached(change));
      }
    }
  };
  const work = async () => {
    if (working) return;
    working = true;
    while (state.changes[0] && !state.waitsFor) await sendNext(state.changes[0]);
    working = false;
  };

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(change: Change) {
      become(withChange(state, change));
      work();
    },
    /** Takes a change back before the edge was asked for it; false when it was. */
    cancel(change: Change): boolean {
      if (sender.hasBegun(change) || !state.changes.includes(change)) return false;
      become(withoutChange(state, change));
      return true;
    },
    resume() {
      if (!state.waitsFor) return;
      become({ ...state, waitsFor: null });
      work();
    },
    /** Asks the edge for something of which only the answer says what it has changed; outside of the order. */
    async ask(request: () => Promise<Confirmed>): Promise<Confirmed> {
      const confirmed = await sender.ask(request);
      become(state);
      return confirmed;
    },
    during: readings.during,
    /**
     * An answer that holds all that is confirmed and nothing else that was asked for, so that both can be added up:
     * read again as long as a change was sent meanwhile. With it, how much had been `settled` then.
     */
    async undisturbed<Answer>(read: () => Promise<Answer>): Promise<{ answer: Answer; settled: number }> {
      const { answer, before } = await readings.undisturbed(read, () => state.settled.length);
      return { answer, settled: before };
    },
  };
}

export type ChangeQueue = ReturnType<typeof createChangeQueue>;
