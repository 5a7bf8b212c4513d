import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import type { SubmissionBulkInput } from "#functions/contract/submission.schema.ts";
import { markByAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Api } from "#web/api/client.ts";
import { changeSubmissions, toSelectionQuery, toSubmissionPath } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import {
  ChangesContext,
  createTimeoutSignal,
  isGone,
  keys,
  updateLoaded,
  useInboxApi,
  usePendingChanges,
} from "#web/pages/inbox/queries.ts";
import { actions } from "#web/pages/inbox/shared/actions.ts";
import { useLatest, useOnline } from "#web/pages/inbox/shared/hooks.ts";
import { applyChanges } from "#web/pages/inbox/shared/submissions.ts";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import type { Change, LoadedPages, QueueState } from "#web/pages/inbox/types.ts";
import { useSession } from "#web/session/session.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { type BulkAction, type BulkPorts, createBulkAction } from "./bulk-action.ts";
import type { ChangeQueue } from "./change-queue.ts";
import { type ChangePorts, createPendingChanges, type PendingChanges } from "./pending-changes.ts";
import type { Report, UndoStack } from "./undo-stack.ts";

/** Returns the pending changes with the state of their queue. @throws Error outside of a ChangesProvider */
export function useChanges(): PendingChanges & { state: QueueState } {
  const changes = usePendingChanges();
  const { queue } = changes;
  return { ...changes, state: useSyncExternalStore(queue.subscribe, queue.get) };
}

/** Holds the pending changes. They wait for the network and the session, even while the screen shows something else. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const { api, client } = useInboxApi();
  const text = useText();
  const toast = useToast();
  const ports = useLatest<ChangePorts>({
    send: (action, ids) => send(api, action, ids),
    apply: (confirmed) => updateLoaded(client, (submission) => applyChanges([confirmed], submission)),
    find: (ids) => findLoaded(client, ids),
    onEnd({ submissions: [firstSubmission] }, error) {
      void client.invalidateQueries({ queryKey: keys.overview });
      // Another administrator has deleted the message. Reading it again shows that.
      if (isGone(error) && firstSubmission)
        void client.invalidateQueries({ queryKey: keys.submission(firstSubmission.id) });
    },
    report: useActionToasts(),
    reportNothingToUndo: () => toast({ title: text("inbox.undo.nothing") }),
  });
  const [changes] = useState(() => createPendingChanges(() => ports.current));
  useQueueResumption(changes.queue);
  return <ChangesContext value={changes}>{children}</ChangesContext>;
}

/** Sends waiting changes when the network and the session are back, and warns before the document loses them. */
function useQueueResumption(queue: ChangeQueue): void {
  const online = useOnline();
  const { session } = useSession();
  const { waitsFor, changes } = useSyncExternalStore(queue.subscribe, queue.get);
  useEffect(() => {
    if (online && session) queue.resume();
  }, [online, session, queue]);
  // A request that was sent without a network may fail after the network has returned.
  const waitsForNetwork = waitsFor === "network";
  useEffect(() => {
    if (waitsForNetwork && online && session) queue.resume();
  }, [waitsForNetwork, online, session, queue]);
  const isWaiting = waitsFor !== null && changes.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isWaiting]);
}

/**
 * Returns the actions on a bulk selection: all messages that match the list's folder, narrowing and search. Their undo
 * names the changed messages by id.
 */
export function useBulkAction({ set }: InboxStore, undos: UndoStack): BulkAction {
  const { api, client } = useInboxApi();
  const ports = useLatest<BulkPorts>({
    changeMatching(selection, until, action, signal) {
      const body: SubmissionBulkInput = { matching: { ...toSelectionQuery(selection), until }, action };
      return api("/api/submissions/bulk", { method: "POST", body, signal });
    },
    changeSubmissions: (...call) => changeSubmissions(api, ...call),
    reportProgress: (bulkProgress) => set({ bulkProgress }),
    onEnd: () => client.invalidateQueries({ queryKey: keys.all }),
    report: useActionToasts(),
  });
  const [bulk] = useState(() => createBulkAction(() => ports.current, undos));
  return bulk;
}

/** Sends an action to the edge. A single message has its own route, because the bulk route ignores deleted messages. */
async function send(api: Api, action: Change["action"], ids: string[]): Promise<void> {
  const [singleId] = ids;
  const signal = createTimeoutSignal();
  const wasOnline = navigator.onLine;
  try {
    if (ids.length !== 1 || !singleId) await changeSubmissions(api, ids, action, signal);
    else {
      const [mark, value] = markByAction[action] ?? [];
      const method = mark === undefined ? "DELETE" : "PATCH";
      const body = mark !== undefined && { body: { [mark]: value } };
      await api(toSubmissionPath(singleId), { method, signal, ...body });
    }
  } catch (error) {
    // The network may return before a call that was sent without it fails.
    if (!wasOnline && error instanceof ApiError && error.code === "unreachable")
      throw new ApiError("offline");
    // Another administrator has already deleted the message.
    if (action !== "delete" || !isGone(error)) throw error;
  }
}

/** Returns those of the messages with these ids that a list or the opened message has loaded. */
function findLoaded(client: QueryClient, ids: ReadonlySet<string>): Map<string, FullSubmission> {
  const submissions = new Map<string, FullSubmission>();
  for (const [, list] of client.getQueriesData<LoadedPages>({ queryKey: keys.lists })) {
    for (const { items } of list?.pages ?? []) {
      for (const submission of items) if (ids.has(submission.id)) submissions.set(submission.id, submission);
    }
  }
  for (const id of ids) {
    const submission = client.getQueryData<FullSubmission>(keys.submission(id));
    if (submission) submissions.set(id, submission);
  }
  return submissions;
}

/** Returns a function that shows the outcome of an action on messages as a toast. */
function useActionToasts(): Report {
  const toast = useToast();
  const text = useText();
  return (action, { count, failed, stopped }, undo) => {
    const show = (title: string, description: string | null) =>
      toast({
        about: action,
        title,
        ...(description && { description }),
        tone: failed ? "critical" : "success",
        ...(undo && { action: { label: text("inbox.undo"), run: undo } }),
      });
    const failure = text(actions[action].failed);
    if (failed && count === 0) return show(text("toast.error"), failure);
    if (failed || stopped) {
      const title = failed ? failure : text("inbox.bulk.stopped");
      return show(title, text("inbox.bulk.reached", { count }));
    }
    if (action === "delete") {
      const title = text(count === 1 ? "inbox.delete.done" : "inbox.delete.manyDone", { count });
      return show(title, text(count === 1 ? "inbox.delete.doneDetail" : "inbox.delete.manyDoneDetail"));
    }
    // `undo` is null if "not spam" is itself an undo. The administrator then decided nothing about the sender, so the
    // toast promises nothing.
    const isOwnDecision = action === "not_spam" && undo !== null;
    const detail = isOwnDecision ? "inbox.notSpam.doneDetail" : count === 1 ? null : "inbox.many";
    return show(text(actions[action].done), detail && text(detail, { count }));
  };
}
