import { bulkSize } from "#functions/contract/submission.ts";
import type { Change, ConfirmedChange, Matching } from "#web/pages/inbox/types.ts";

export type SenderPorts = {
  /** Requests an action on one batch of messages from the edge. */
  send: (action: Change["action"], ids: string[], signal: AbortSignal) => Promise<unknown>;
  /**
   * Requests an action on one batch of matching messages. Returns their ids, and until when the next batch arrived; null
   * after the last.
   */
  sendMatching: (
    action: Change["action"],
    matching: Matching,
    signal: AbortSignal,
  ) => Promise<{ ids: string[]; until: string | null }>;
  /** Called before the first request of a change, after which it cannot be canceled. */
  onStart: (change: Change) => void;
};

// After a stop, the longest wait for the response in flight. Only the response names the changed messages.
const answerTimeoutMs = 3_000;

/** The sending of a change: the messages changed so far, and those that are left. */
type SendingState = {
  ids: string[];
  rest: string[] | Matching | null;
  isStopped: boolean;
  giveUp: AbortController;
};

/**
 * Sends changes in batches. A second `sendWhole` with the same change, after a lost network or session, continues with
 * the first unconfirmed batch.
 */
export function createSender(
  { send, sendMatching, onStart }: SenderPorts,
  runRequest: (request: () => Promise<ConfirmedChange>) => Promise<ConfirmedChange>,
  reportProgress: (change: Change, done: number) => void,
) {
  // A batch without a response may have reached the edge.
  const sendingByChange = new WeakMap<Change, SendingState>();

  const start = (change: Change): SendingState => {
    onStart(change);
    const rest = change.matching ?? [...change.ids];
    const sending = { ids: [], rest, isStopped: false, giveUp: new AbortController() };
    sendingByChange.set(change, sending);
    return sending;
  };
  const sendBatch = async (action: Change["action"], sending: SendingState) => {
    const { rest, giveUp } = sending;
    let nextRest: SendingState["rest"] = null;
    const { ids } = await runRequest(async () => {
      if (Array.isArray(rest)) {
        const batch = rest.slice(0, bulkSize.ids);
        await send(action, batch, giveUp.signal);
        if (rest.length > batch.length) nextRest = rest.slice(batch.length);
        return { action, ids: new Set(batch) };
      }
      if (!rest) return { action, ids: new Set() };
      const answer = await sendMatching(action, rest, giveUp.signal);
      if (answer.until !== null) nextRest = { ...rest, until: answer.until };
      return { action, ids: new Set(answer.ids) };
    });
    for (const id of ids) sending.ids.push(id);
    sending.rest = nextRest;
  };

  return {
    getSending: (change: Change) => sendingByChange.get(change),
    async sendWhole(change: Change): Promise<void> {
      const sending = sendingByChange.get(change) ?? start(change);
      while (sending.rest && !sending.isStopped) {
        reportProgress(change, sending.ids.length);
        await sendBatch(change.action, sending);
      }
    },
    stop(sending: SendingState) {
      sending.isStopped = true;
      setTimeout(() => sending.giveUp.abort(), answerTimeoutMs);
    },
  };
}
