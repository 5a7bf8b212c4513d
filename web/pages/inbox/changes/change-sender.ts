import { type ActionInput, bulkSize } from "#functions/contract/submission.ts";
import type { Change, ConfirmedChange, Matching, PreviousValues } from "#web/pages/inbox/types.ts";

export type SenderPorts = {
  /** Requests an action on one batch of messages from the edge. */
  send: (action: ActionInput, ids: string[], signal: AbortSignal) => Promise<unknown>;
  /**
   * Requests an action on one batch of matching messages. Returns their ids, their previous values if the action does not
   * imply them, and until when the next batch arrived; null after the last.
   */
  sendMatching: (
    action: ActionInput,
    matching: Matching,
    signal: AbortSignal,
  ) => Promise<{ ids: string[]; previous?: PreviousValues; until: string | null }>;
  /** Called before the first request of a change, after which it cannot be canceled. */
  onStart: (change: Change) => void;
};

// After a stop, the longest wait for the response in flight. Only the response names the changed messages.
const answerTimeoutMs = 3_000;

/** The sending of a change: the messages changed so far, and those that are left. */
type SendingState = {
  ids: string[];
  previous: Map<string, string | boolean | null>;
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
    const sending = { ids: [], previous: new Map(), rest, isStopped: false, giveUp: new AbortController() };
    sendingByChange.set(change, sending);
    return sending;
  };
  const sendBatch = async (action: ActionInput, sending: SendingState) => {
    const { rest, giveUp } = sending;
    let nextRest: SendingState["rest"] = null;
    const { ids } = await runRequest(async () => {
      if (Array.isArray(rest)) {
        const batch = rest.slice(0, bulkSize.ids);
        await send(action, batch, giveUp.signal);
        if (rest.length > batch.length) nextRest = rest.slice(batch.length);
        return { ...action, ids: new Set(batch) };
      }
      if (!rest) return { ...action, ids: new Set() };
      const answer = await sendMatching(action, rest, giveUp.signal);
      if (answer.until !== null) nextRest = { ...rest, until: answer.until };
      for (const [id, value] of answer.previous ?? []) sending.previous.set(id, value);
      return { ...action, ids: new Set(answer.ids) };
    });
    for (const id of ids) sending.ids.push(id);
    sending.rest = nextRest;
  };

  return {
    getSending: (change: Change) => sendingByChange.get(change),
    async sendWhole(change: Change): Promise<void> {
      const sending = sendingByChange.get(change) ?? start(change);
      const { action, assignee } = change;
      while (sending.rest && !sending.isStopped) {
        reportProgress(change, sending.ids.length);
        await sendBatch({ action, ...(assignee !== undefined && { assignee }) }, sending);
      }
    },
    stop(sending: SendingState) {
      sending.isStopped = true;
      setTimeout(() => sending.giveUp.abort(), answerTimeoutMs);
    },
  };
}
