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
import { takeBackSeconds } from "#functions/contract/conversation.ts";
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
import { useOnline } from "#web/pages/inbox/shared/hooks.ts";
import { useSession } from "#web/session/session.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { createDesk, type DeskPorts } from "./desk-model.ts";
import { emptyDraft } from "./drafts.ts";
import { createWritingJournal } from "./journal.ts";

/** Sends the text of the composer. `isFinal`: and closes the conversation. */
export type Send = (options: { isFinal?: boolean }) => void;

const problems: Partial<Record<string, MessageId>> = {
  recipient_blocked: "inbox.compose.blocked",
  recipient_is_spam: "inbox.compose.isSpam",
  invalid_fields: "inbox.compose.invalid",
  not_found: "inbox.detail.goneDetail",
  already_sent: "inbox.compose.alreadySent",
};

/** Returns the message that says why a text was not sent. */
export const toComposeProblem = (error: unknown): MessageId =>
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
function useCalls(): Pick<DeskPorts, "getDraft" | "putDraft" | "now" | "post"> {
  const { api } = useInboxData();
  return {
    getDraft: (id) => api<Draft>(`${toSubmissionPath(id)}/draft`, { signal: createTimeoutSignal() }),
    putDraft: (id, body) =>
      api<Draft>(`${toSubmissionPath(id)}/draft`, { method: "PUT", body, signal: createTimeoutSignal() }),
    now: () => Date.now(),
    post: ({ submissionId, kind, key, text, revision, isFinal }) =>
      api<Entry>(`${toSubmissionPath(submissionId)}/${kind}s`, {
        method: "POST",
        body: kind === "note" ? { text } : { text, revision, close: isFinal },
        headers: { "Idempotency-Key": key },
        signal: createTimeoutSignal(),
      }),
  };
}

/** Creates the desk of an administrator, and connects it with the API and the notices of the inbox. */
function useDeskModel(administratorId: string) {
  const { api, client } = useInboxData();
  const { undos } = usePendingChanges();
  const text = useText();
  const toast = useToast();
  const calls = useCalls();
  const [desk] = useState(() => createDesk(createWritingJournal(administratorId)));

  /** Offers the undo of an answer by toast and by key for as long as its author can take it back. */
  const offerUndo = (id: string, entry: Entry) => {
    const { clockOffsetMs = 0 } = client.getQueryData<LoadedEntries>(keys.entries(id)) ?? {};
    const endsAt = Date.parse(entry.created_at) + takeBackSeconds * 1_000 - clockOffsetMs;
    // A repeated call returns an answer that may have left.
    if (endsAt <= Date.now()) return;
    const undo = undos.push(() => void desk.takeBack(id, entry));
    let hide = () => {};
    undo.show((run) => {
      const action = run && { action: { label: text("inbox.undo"), run } };
      hide = toast({ about: "answer", title: text("inbox.compose.sent"), tone: "success", ...action });
      return hide;
    });
    setTimeout(() => {
      undo.forget();
      hide();
    }, endsAt - Date.now());
  };
  // Before the effects of the components that use the desk.
  useLayoutEffect(() => {
    desk.connect({
      ...calls,
      deleteAnswer: (id, answerId) =>
        api(`${toSubmissionPath(id)}/answers/${answerId}`, {
          method: "DELETE",
          signal: createTimeoutSignal(),
        }),
      async readEntries(id) {
        await client.refetchQueries({ queryKey: keys.entries(id) });
        // Without the conversation on screen, the cache has nothing.
        const loaded = client.getQueryData<LoadedEntries>(keys.entries(id));
        return loaded ?? (await api<LoadedEntries>(`${toSubmissionPath(id)}/entries`).catch(() => null));
      },
      onStored({ submissionId: id, kind }, entry) {
        updateEntries(client, id, entry);
        if (kind === "answer") offerUndo(id, entry);
      },
      onTakenBack(id, entry) {
        updateEntries(client, id, entry, true);
        toast({ about: "answer", title: text("inbox.compose.undone"), tone: "success" });
      },
      onTakeBackFailed(id, error) {
        const title = text("inbox.compose.notUndone");
        toast({ title, description: text(toComposeProblem(error)), tone: "critical" });
        void client.invalidateQueries({ queryKey: keys.entries(id) });
      },
    });
  });
  return desk;
}

/** Returns the function that ends the link in the mail of an answer, and reports the outcome. */
export function useLinkWithdrawal(id: string): (answerId: string) => Promise<void> {
  const { api, client } = useInboxData();
  const text = useText();
  const toast = useToast();
  return async (answerId) => {
    const path = `${toSubmissionPath(id)}/answers/${answerId}/revoke` as const;
    try {
      await api(path, { method: "POST", signal: createTimeoutSignal() });
      toast({ about: "link", title: text("inbox.link.withdrawn"), tone: "success" });
    } catch (error) {
      const isAlreadyWithdrawn = error instanceof ApiError && error.code === "not_found";
      toast({
        about: "link",
        ...(isAlreadyWithdrawn
          ? { title: text("inbox.link.already"), tone: "caution" }
          : {
              title: text("inbox.link.failed"),
              description: text(toComposeProblem(error)),
              tone: "critical",
            }),
      });
    }
    void client.invalidateQueries({ queryKey: keys.entries(id) });
  };
}

const DeskContext = createContext<ReturnType<typeof createDesk> | null>(null);

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
