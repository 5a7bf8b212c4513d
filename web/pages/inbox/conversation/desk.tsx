import type { QueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
} from "react";
import type { Draft, Entry } from "#functions/contract/conversation.schema.ts";
import { recordedActions, takeBackSeconds } from "#functions/contract/conversation.ts";
import { ApiError, toProblemMessage } from "#web/api/api-error.ts";
import { toSubmissionPath } from "#web/api/submissions.ts";
import type { MessageId } from "#web/language/message-id.ts";
import { useText } from "#web/language/use-text.ts";
import {
  createTimeoutSignal,
  keys,
  type LoadedEntries,
  useInboxData,
  usePendingChanges,
} from "#web/pages/inbox/queries.ts";
import { createStore, useOnline } from "#web/pages/inbox/shared/hooks.ts";
import { useSession } from "#web/session/session.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { createDrafts, type DraftPorts, emptyDraft, without } from "./drafts.ts";
import { createWritingJournal, type Outgoing } from "./journal.ts";
import { createOutgoingQueue, type OutgoingPorts } from "./outgoing.ts";

/**
 * Why an answer was not sent: the conversation has entries that its author has not seen (`newer`), or a problem. It
 * stands beside the text, which is in the composer again.
 */
type Rejection = { newer: readonly Entry[]; isFinal: boolean } | { problem: MessageId };

/** Sends the text of the composer. `isForced`: also if the conversation has newer entries. */
export type Send = (options: { isFinal?: boolean; isForced?: boolean }) => void;

type Rejections = Readonly<Record<string, Rejection>>;

const problems: Partial<Record<string, MessageId>> = {
  recipient_blocked: "inbox.compose.blocked",
  recipient_is_spam: "inbox.compose.isSpam",
  invalid_fields: "inbox.compose.invalid",
  not_found: "inbox.detail.goneDetail",
  already_sent: "inbox.compose.alreadySent",
};
const toProblem = (error: unknown): MessageId =>
  (error instanceof ApiError && problems[error.code]) || toProblemMessage(error);

const retryMs = 10_000;

/** Writes an entry into the loaded conversation, or removes it. */
function updateEntries(client: QueryClient, id: string, entry: Entry, isRemoved = false): void {
  client.setQueryData<LoadedEntries>(keys.entries(id), (loaded) => {
    if (!loaded) return loaded;
    const items = loaded.items.filter((item) => item.id !== entry.id);
    return { ...loaded, items: isRemoved ? items : [...items, entry] };
  });
  void client.invalidateQueries({ queryKey: keys.entries(id) });
  void client.invalidateQueries({ queryKey: keys.submission(id) });
  void client.invalidateQueries({ queryKey: keys.overview });
}

/** Creates the calls of answers, notes and drafts. */
function useCalls(): DraftPorts & Pick<OutgoingPorts, "post"> {
  const { api } = useInboxData();
  return {
    getDraft: (id) => api<Draft>(`${toSubmissionPath(id)}/draft`, { signal: createTimeoutSignal() }),
    putDraft: (id, body) =>
      api<Draft>(`${toSubmissionPath(id)}/draft`, { method: "PUT", body, signal: createTimeoutSignal() }),
    now: () => Date.now(),
    post: ({ submissionId, kind, key, text, revision, isFinal, isForced }) =>
      api<Entry>(`${toSubmissionPath(submissionId)}/${kind}s`, {
        method: "POST",
        body: kind === "note" ? { text } : { text, revision, close: isFinal, anyway: isForced },
        headers: { "Idempotency-Key": key },
        signal: createTimeoutSignal(),
      }),
  };
}

type Ports = DraftPorts &
  OutgoingPorts & {
    takeBack: (id: string, entry: Entry) => Promise<void>;
    withdrawLink: (id: string, entryId: string) => Promise<void>;
  };

function createDesk(administratorId: string) {
  let ports: Ports | null = null;
  const getPorts = () => {
    if (!ports) throw new Error("The desk is not connected");
    return ports;
  };
  const journal = createWritingJournal(administratorId);
  const rejections = createStore<Rejections>({});
  return {
    drafts: createDrafts(getPorts, journal),
    outgoing: createOutgoingQueue(getPorts, journal),
    rejections,
    /** Replaces the calls and the effects of the desk by those of the last rendering. */
    connect(newPorts: Ports) {
      ports = newPorts;
    },
    setRejection(id: string, rejection: Rejection | null) {
      rejections.set({ ...without(rejections.get(), id), ...(rejection && { [id]: rejection }) });
    },
    /** Takes an own answer back before it leaves. Its text returns to the composer. */
    takeBack: (id: string, entry: Entry) => void getPorts().takeBack(id, entry),
    /** Ends the link in the mail of an answer. */
    withdrawLink: (id: string, entryId: string) => void getPorts().withdrawLink(id, entryId),
  };
}

type Desk = ReturnType<typeof createDesk>;

/** Creates the desk: the drafts, the answers on their way, and the rejected ones. */
function useDeskModel(administratorId: string) {
  const { api, client } = useInboxData();
  const { undos } = usePendingChanges();
  const text = useText();
  const toast = useToast();
  const calls = useCalls();
  const [desk] = useState(() => createDesk(administratorId));

  const takeBack = async (id: string, entry: Entry) => {
    try {
      await api(`${toSubmissionPath(id)}/answers/${entry.id}`, {
        method: "DELETE",
        signal: createTimeoutSignal(),
      });
    } catch (error) {
      toast({
        title: text("inbox.compose.notUndone"),
        description: text(toProblem(error)),
        tone: "critical",
      });
      void client.invalidateQueries({ queryKey: keys.entries(id) });
      return;
    }
    updateEntries(client, id, entry, true);
    desk.drafts.giveBack(id, { text: entry.text, kind: "answer" }, { revision: null });
    toast({ about: "answer", title: text("inbox.compose.undone"), tone: "success" });
  };
  const withdrawLink = async (id: string, entryId: string) => {
    try {
      await api(`${toSubmissionPath(id)}/answers/${entryId}/revoke`, {
        method: "POST",
        signal: createTimeoutSignal(),
      });
      toast({ about: "link", title: text("inbox.link.withdrawn"), tone: "success" });
    } catch (error) {
      const isAlreadyWithdrawn = error instanceof ApiError && error.code === "not_found";
      toast({
        about: "link",
        ...(isAlreadyWithdrawn
          ? { title: text("inbox.link.already"), tone: "caution" }
          : { title: text("inbox.link.failed"), description: text(toProblem(error)), tone: "critical" }),
      });
    }
    void client.invalidateQueries({ queryKey: keys.entries(id) });
  };
  /** Offers the undo of an answer by toast and by key for as long as its author can take it back. */
  const offerUndo = (id: string, entry: Entry) => {
    const undo = undos.push(() => void takeBack(id, entry));
    let hide = () => {};
    undo.show((run) => {
      const action = run && { action: { label: text("inbox.undo"), run } };
      hide = toast({ about: "answer", title: text("inbox.compose.sent"), tone: "success", ...action });
      return hide;
    });
    setTimeout(() => {
      undo.forget();
      hide();
    }, takeBackSeconds * 1_000);
  };
  const reject = async (
    { submissionId: id, revision, isFinal, kind, ...rejected }: Outgoing,
    error: unknown,
  ) => {
    const { key, text: rejectedText } = rejected;
    const isMoved = error instanceof ApiError && error.code === "conversation_moved";
    desk.drafts.giveBack(
      id,
      { text: rejectedText, kind },
      isMoved ? { revision: null } : { sent: { text: rejectedText, key } },
    );
    if (!isMoved) return desk.setRejection(id, { problem: toProblem(error) });
    desk.setRejection(id, { newer: [], isFinal });
    await client.refetchQueries({ queryKey: keys.entries(id) });
    const loaded = client.getQueryData<LoadedEntries>(keys.entries(id));
    const count = Math.max(1, (loaded?.revision ?? 0) - revision);
    const isRecorded = ({ event }: Entry) => recordedActions.some((action) => action === event);
    // Recorded actions do not raise the revision.
    const entries = loaded?.items.slice(1).filter((entry) => !isRecorded(entry)) ?? [];
    desk.setRejection(id, { newer: entries.slice(-count), isFinal });
  };
  // Before the effects of the components that use the desk.
  useLayoutEffect(() => {
    desk.connect({
      ...calls,
      onStored({ submissionId: id, kind }, entry) {
        updateEntries(client, id, entry);
        const { revision } = desk.drafts.read(id);
        // The author has seen the own entry, too.
        if (revision !== null) desk.drafts.write(id, { revision: revision + 1 });
        if (kind === "answer") offerUndo(id, entry);
      },
      onRejected: (outgoing, error) => void reject(outgoing, error),
      takeBack,
      withdrawLink,
    });
  });
  return desk;
}

const DeskContext = createContext<Desk | null>(null);

/** Holds what the administrator writes, and sends it when the network and the session are there. */
export function DeskProvider({
  administratorId,
  children,
}: {
  administratorId: string;
  children: ReactNode;
}) {
  const desk = useDeskModel(administratorId);
  const online = useOnline();
  const { session } = useSession();
  useEffect(() => {
    if (!online || !session) return;
    const sendAll = () => {
      void desk.outgoing.sendAll();
      desk.drafts.saveAll();
    };
    sendAll();
    const timer = setInterval(sendAll, retryMs);
    return () => clearInterval(timer);
  }, [desk, online, session]);
  return <DeskContext value={desk}>{children}</DeskContext>;
}

/** Returns what the administrator writes about a message. @throws Error outside of a DeskProvider */
export function useDesk(id: string) {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("useDesk needs a DeskProvider");
  const { drafts, conflicts, savedAt } = useSyncExternalStore(desk.drafts.subscribe, desk.drafts.get);
  const rejections = useSyncExternalStore(desk.rejections.subscribe, desk.rejections.get);
  const outgoing = useSyncExternalStore(desk.outgoing.subscribe, desk.outgoing.get);
  return {
    desk,
    draft: drafts[id] ?? emptyDraft,
    conflict: conflicts[id] ?? null,
    savedAt: savedAt[id] ?? null,
    rejection: rejections[id] ?? null,
    outgoing: outgoing.filter(({ submissionId }) => submissionId === id),
  };
}
