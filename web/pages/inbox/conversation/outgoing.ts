import type { Entry } from "#functions/contract/conversation.schema.ts";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import { createStore } from "#web/pages/inbox/shared/hooks.ts";
import type { Outgoing, WritingJournal } from "./journal.ts";

export type OutgoingPorts = {
  post: (outgoing: Outgoing) => Promise<Entry>;
  onStored: (outgoing: Outgoing, entry: Entry) => void;
  /** Called for an answer or a note that the edge rejected. */
  onRejected: (outgoing: Outgoing, error: unknown) => void;
};

const waitCodes: ReadonlySet<ApiErrorCode> = new Set(["offline", "unreachable", "unauthenticated"]);

/** Returns whether a call should be repeated: the network or the session was away, or the response took too long. */
const isRepeatable = (error: unknown) => !(error instanceof ApiError) || waitCodes.has(error.code);

/** Runs work in one tab at a time, where the browser can. */
const runAlone = (lockName: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(lockName, work) : work();

/**
 * Creates the queue of answers and notes. The browser keeps each of them until the edge has stored or rejected it, also
 * over a reload. Those of a conversation leave in order.
 */
export function createOutgoingQueue(ports: () => OutgoingPorts, journal: WritingJournal) {
  const { get, set, subscribe } = createStore<readonly Outgoing[]>(journal.readOutgoing());
  let isSending = false;
  let isShared = true;
  const update = (change: (outgoing: readonly Outgoing[]) => readonly Outgoing[]) => {
    // Other tabs may have changed the journal.
    const outgoing = change(isShared ? journal.readOutgoing() : get());
    set(outgoing);
    isShared = journal.writeOutgoing(outgoing);
  };

  /** Sends an answer or a note. Returns whether the next one may follow. */
  const sendOne = async (outgoing: Outgoing): Promise<boolean> => {
    try {
      const entry = await ports().post(outgoing);
      const isOfConversation = ({ submissionId }: Outgoing) => submissionId === outgoing.submissionId;
      // An own entry raises the revision that the author of the later ones has seen.
      update((queue) =>
        queue
          .filter(({ key }) => key !== outgoing.key)
          .map((later) => (isOfConversation(later) ? { ...later, revision: later.revision + 1 } : later)),
      );
      ports().onStored(outgoing, entry);
      return true;
    } catch (error) {
      if (isRepeatable(error)) {
        if (!(error instanceof ApiError && error.code === "offline"))
          update((queue) =>
            queue.map((waiting) =>
              waiting.key === outgoing.key ? { ...waiting, isUncertain: true } : waiting,
            ),
          );
        return false;
      }
      update((queue) => queue.filter(({ key }) => key !== outgoing.key));
      ports().onRejected(outgoing, error);
      return true;
    }
  };
  const sendAll = async () => {
    if (isSending) return;
    isSending = true;
    let mayContinue = true;
    await runAlone(journal.outgoingKey, async () => {
      // Another tab may have sent some of them.
      if (isShared) set(journal.readOutgoing());
      for (let [next] = get(); next && mayContinue; [next] = get()) mayContinue = await sendOne(next);
    });
    isSending = false;
    if (mayContinue && get().length > 0) void sendAll();
  };

  return {
    get,
    subscribe,
    sendAll,
    add(outgoing: Outgoing) {
      // Two tabs may show the same draft.
      const isSame = ({ submissionId, kind, text }: Outgoing) =>
        submissionId === outgoing.submissionId && kind === outgoing.kind && text === outgoing.text;
      update((queue) => (queue.some(isSame) ? queue : [...queue, outgoing]));
      void sendAll();
    },
  };
}
