import type { Entry } from "#functions/contract/conversation.schema.ts";
import { recordedActions } from "#functions/contract/conversation.ts";
import { ApiError } from "#web/api/api-error.ts";
import { createStore } from "#web/pages/inbox/shared/hooks.ts";
import { createDrafts, type DraftPorts, without } from "./drafts.ts";
import type { Outgoing, WritingJournal } from "./journal.ts";
import { createOutgoingQueue, type OutgoingPorts } from "./outgoing.ts";

/**
 * Why an answer was not sent: the conversation has entries that its author has not seen (`newer`), or an error. It
 * stands beside the text, which is in the composer again.
 */
type Rejection =
  | {
      newer: readonly Entry[];
      isFinal: boolean;
      /** The revision with these entries; null until they are loaded. */
      revision: number | null;
      /** The text that was held. */
      text: string;
    }
  | { error: unknown };

export type DeskPorts = DraftPorts &
  Pick<OutgoingPorts, "post"> & {
    /** Takes an answer back. @throws ApiError `already_sent` */
    deleteAnswer: (id: string, answerId: string) => Promise<void>;
    /** Reads the conversation again. Returns null if it cannot be read. */
    readEntries: (id: string) => Promise<{ revision: number; items: readonly Entry[] } | null>;
    onStored: (outgoing: Outgoing, entry: Entry) => void;
    onTakenBack: (id: string, entry: Entry) => void;
    onTakeBackFailed: (id: string, error: unknown) => void;
  };

/** Returns whether the edge may have done the work of a failed call, whose response was lost. */
const mayBeDone = (error: unknown) =>
  !(error instanceof ApiError) || error.code === "unreachable" || error.status >= 500;

const isRecorded = ({ event }: Entry) => recordedActions.some((action) => action === event);

/**
 * Creates the desk of an administrator: the drafts, the answers and notes on their way, and the reasons of rejections. A
 * text is always in a draft, in the queue, or stored by the edge.
 */
export function createDesk(journal: WritingJournal) {
  let ports: DeskPorts | null = null;
  const getPorts = () => {
    if (!ports) throw new Error("The desk is not connected");
    return ports;
  };
  const rejections = createStore<Readonly<Record<string, Rejection>>>({});
  const setRejection = (id: string, rejection: Rejection | null) =>
    rejections.set({ ...without(rejections.get(), id), ...(rejection && { [id]: rejection }) });

  const drafts = createDrafts(getPorts, journal);
  const reject = async (
    { submissionId: id, revision, isFinal, kind, key, text }: Outgoing,
    error: unknown,
  ) => {
    const code = error instanceof ApiError ? error.code : null;
    // The text of an answer that its author took back is in the composer already.
    if (code === "already_taken_back" && drafts.read(id).text.startsWith(text)) return;
    const isMoved = code === "conversation_moved";
    drafts.giveBack(id, { text, kind }, isMoved ? { revision: null } : { sent: { text, key } });
    if (!isMoved) return setRejection(id, { error });
    setRejection(id, { newer: [], isFinal, revision: null, text });
    const loaded = await getPorts().readEntries(id);
    const count = Math.max(1, (loaded?.revision ?? 0) - revision);
    // Recorded actions do not raise the revision.
    const entries = loaded?.items.slice(1).filter((entry) => !isRecorded(entry)) ?? [];
    const heldRevision = loaded?.revision ?? null;
    setRejection(id, { newer: entries.slice(-count), isFinal, revision: heldRevision, text });
  };
  const outgoing = createOutgoingQueue(
    () => ({
      post: getPorts().post,
      onStored(storedCall, entry) {
        const { submissionId: id } = storedCall;
        const { text, revision } = drafts.read(id);
        // Another tab has sent the draft of this tab.
        if (text === storedCall.text) drafts.take(id);
        // The author has seen the own entry, too.
        else if (revision !== null) drafts.write(id, { revision: revision + 1 });
        getPorts().onStored(storedCall, entry);
      },
      onRejected: (rejected, error) => void reject(rejected, error),
    }),
    journal,
  );

  return {
    drafts,
    outgoing,
    rejections,
    setRejection,
    /** Replaces the calls and the effects of the desk by those of the last rendering. */
    connect(newPorts: DeskPorts) {
      ports = newPorts;
    },
    /**
     * Sends the text of the composer. `revision` is that of the conversation on screen. The author of a held text has
     * seen the entries that the hold shows, and no later ones.
     */
    send(id: string, revision: number, { isFinal = false }) {
      const rejection = rejections.get()[id];
      const heldRevision = rejection && "newer" in rejection ? rejection.revision : null;
      const { text, kind, revision: draftRevision, sent } = drafts.take(id);
      const seenRevision = heldRevision ?? draftRevision;
      setRejection(id, null);
      const key = sent?.text === text ? sent.key : crypto.randomUUID();
      outgoing.add({
        ...{ key, submissionId: id, kind, text, revision: seenRevision ?? revision },
        isFinal: isFinal && kind === "answer",
      });
    },
    /**
     * Takes an own answer back before it leaves. Its text returns to the composer first, so that it outlasts a page that
     * closes or a lost response. Never throws.
     */
    async takeBack(id: string, entry: Entry) {
      const { text, kind, revision } = drafts.read(id);
      drafts.giveBack(id, { text: entry.text, kind: "answer" }, { revision: null });
      const { text: returnedText } = drafts.read(id);
      try {
        await getPorts().deleteAnswer(id, entry.id);
        getPorts().onTakenBack(id, entry);
      } catch (error) {
        const isUnchanged = drafts.read(id).text === returnedText;
        if (isUnchanged && !mayBeDone(error)) drafts.write(id, { text, kind, revision });
        getPorts().onTakeBackFailed(id, error);
      }
    },
  };
}
