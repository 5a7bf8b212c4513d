import type { QueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import type { FullSubmission, SubmissionMatchingOutcome } from "#functions/contract/answers.schema.ts";
import type { SubmissionBulkInput } from "#functions/contract/submission.schema.ts";
import { type ActionInput, toFieldChange } from "#functions/contract/submission.ts";
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
import { createDeletionJournal } from "#web/pages/inbox/shared/deletion-journal.ts";
import { useLatest, useOnline } from "#web/pages/inbox/shared/hooks.ts";
import { applyChanges, coversUnloaded } from "#web/pages/inbox/shared/submissions.ts";
import type { LoadedPages, QueueState } from "#web/pages/inbox/types.ts";
import { useSession } from "#web/session/session.tsx";
import { isStorageAvailable } from "#web/ui/storage.ts";
import { useToast } from "#web/ui/toast.tsx";
import { useActionToasts } from "./action-toasts.ts";
import type { ChangeQueue } from "./change-queue.ts";
import { type ChangePorts, createPendingChanges, type PendingChanges } from "./pending-changes.ts";

/** Returns the pending changes with the state of their queue. @throws Error outside of a ChangesProvider */
export function useChanges(): PendingChanges & { state: QueueState } {
  const changes = usePendingChanges();
  const { queue } = changes;
  return { ...changes, state: useSyncExternalStore(queue.subscribe, queue.get) };
}

type ChangesProviderProps = { administratorId: string; children: ReactNode };

/** Holds the pending changes. They wait for the network and the session, even while the screen shows something else. */
export function ChangesProvider({ administratorId, children }: ChangesProviderProps) {
  const { api, client } = useInboxApi();
  const text = useText();
  const toast = useToast();
  const ports = useLatest<ChangePorts>({
    send: (...call) => send(api, ...call),
    async sendMatching(action, { selection, until }, signal) {
      const [field] = toFieldChange(action) ?? [];
      const hasPrevious = field === "state" || field === "assignee";
      const matching = { ...toSelectionQuery(selection), until };
      const body: SubmissionBulkInput = { matching, ...action, ...(hasPrevious && { include: "previous" }) };
      const answer = await repeatableCall(() =>
        api<SubmissionMatchingOutcome>("/api/submissions/bulk", { method: "POST", body, signal }),
      );
      return {
        ids: answer.ids,
        previous: new Map(answer.previous?.map((value, index) => [answer.ids[index] ?? "", value])),
        until: answer.more ? (answer.until ?? until) : null,
      };
    },
    apply: (confirmed) => updateLoaded(client, (submission) => applyChanges([confirmed], submission)),
    find: (ids) => findLoaded(client, ids),
    onEnd(change, error) {
      const [firstSubmission] = change.submissions;
      void client.invalidateQueries({ queryKey: coversUnloaded(change) ? keys.all : keys.overview });
      // Another administrator has deleted the message. Reading it again shows that.
      if (isGone(error) && firstSubmission)
        void client.invalidateQueries({ queryKey: keys.submission(firstSubmission.id) });
    },
    ...useActionToasts(),
    reportNothingToUndo: () => toast({ title: text("inbox.undo.nothing") }),
    now: () => Date.now(),
    delay: delayOnline,
  });
  const [changes] = useState(() =>
    createPendingChanges(() => ports.current, createDeletionJournal(administratorId)),
  );
  const { resumeDeletions } = changes;
  useEffect(() => resumeDeletions(), [resumeDeletions]);
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
  const isWaiting = changes.length > 0;
  const latestCondition = useLatest(waitsFor);
  useEffect(() => {
    if (!isWaiting) return;
    const warn = (event: BeforeUnloadEvent) => {
      // Without storage, no later visit carries out a held deletion.
      if (latestCondition.current || !isStorageAvailable()) event.preventDefault();
    };
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isWaiting, latestCondition]);
}

/** Sends an action to the edge. A single message has its own route, because the bulk route ignores deleted messages. */
async function send(api: Api, action: ActionInput, ids: string[], stopSignal: AbortSignal): Promise<void> {
  const [singleId] = ids;
  const signal = AbortSignal.any([stopSignal, createTimeoutSignal()]);
  try {
    await repeatableCall(async () => {
      if (ids.length !== 1 || !singleId) return changeSubmissions(api, ids, action, signal);
      const change = toFieldChange(action);
      const path = toSubmissionPath(singleId);
      if (!change) return api(path, { method: "DELETE", signal });
      return api(path, { method: "PATCH", body: { [change[0]]: change[1] }, signal });
    });
  } catch (error) {
    // Another administrator has already deleted the message.
    if (action.action !== "delete" || !isGone(error)) throw error;
  }
}

/** Makes a call. @throws ApiError `offline` if it began without a network, which may return before the call fails */
async function repeatableCall<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  const wasOnline = navigator.onLine;
  try {
    return await call();
  } catch (error) {
    const isOffline = !wasOnline && error instanceof ApiError && error.code === "unreachable";
    throw isOffline ? new ApiError("offline") : error;
  }
}

/** Calls `run` after a delay, and not before the browser has a network. Returns a function that prevents that. */
function delayOnline(run: () => void, delayMs: number): () => void {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  const timer = setTimeout(() => {
    if (navigator.onLine) run();
    else addEventListener("online", run, { once: true, signal });
  }, delayMs);
  return () => {
    clearTimeout(timer);
    cancellation.abort();
  };
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
