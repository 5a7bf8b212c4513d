import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";

import type { ScreenedPage, ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import type { Api } from "#web/api/client.ts";
import { changeSubmission, changeSubmissions, deleteSubmission } from "#web/api/submissions.ts";
import { useText } from "#web/language/use-text.ts";
import { useOnline } from "#web/pages/inbox/clock.ts";
import { isGone, keys, pageAfter } from "#web/pages/inbox/queries.ts";
import { useInboxApi } from "#web/pages/inbox/request-errors.ts";
import { afterAction, fieldOf, type LoadedPages, pagesAfter } from "#web/pages/inbox/submission-list.ts";
import { useSession } from "#web/session/session.tsx";
import { useToast } from "#web/ui/toast.tsx";
import { useActionToasts } from "./action-toasts.ts";
import type { Confirmed } from "./change.ts";
import { type ChangePorts, createPendingChanges, type PendingChanges } from "./pending-changes.ts";
import { ChangeQueueContext } from "./queue-context.ts";
import type { QueueState } from "./queue-state.ts";

type Changes = Pick<PendingChanges, "change" | "undo" | "undos"> & { state: QueueState };

const ChangesContext = createContext<Changes | null>(null);

/** The pending changes of messages. @throws Error outside of a ChangesProvider */
export function useChanges(): Changes {
  const changes = useContext(ChangesContext);
  if (!changes) throw new Error("useChanges needs a ChangesProvider");
  return changes;
}

/**
 * Holds the pending changes. Without a network, or a session, they wait, whatever is on the screen meanwhile.
 */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const { api } = useInboxApi();
  const { session } = useSession();
  const client = useQueryClient();
  const online = useOnline();
  const text = useText();
  const toast = useToast();
  const toasts = useActionToasts();

  const current = useMemo<ChangePorts>(
    () => ({
      send: (action, ids) => send(api, action, ids),
      apply: (confirmed) => apply(client, confirmed),
      find: (ids) => find(client, ids),
      ended({ submissions: [first] }, error) {
        client.invalidateQueries({ queryKey: keys.overview });
        if (isGone(error) && first) client.invalidateQueries({ queryKey: keys.one(first.id) });
      },
      say: { ...toasts, nothingToUndo: () => toast({ title: text("inbox.undo.nothing") }) },
    }),
    [api, client, toasts, text, toast],
  );
  const [{ queue, connect, ...pending }] = useState(() => createPendingChanges(current));
  useEffect(() => connect(current), [connect, current]);

  const state = useSyncExternalStore(queue.subscribe, queue.get, queue.get);
  useEffect(() => {
    if (online && session) queue.resume();
  }, [online, session, queue]);
  // What was asked without a network may fail when it is back already.
  const wantsNetwork = state.waitsFor === "network";
  useEffect(() => {
    if (wantsNetwork && online && session) queue.resume();
  }, [wantsNetwork, online, session, queue]);
  useWarningBeforeLoss(state.waitsFor !== null && state.changes.length > 0);

  const { change, undo, undos } = pending;
  const changes = useMemo(() => ({ state, change, undo, undos }), [state, change, undo, undos]);
  return (
    <ChangeQueueContext value={queue}>
      <ChangesContext value={changes}>{children}</ChangesContext>
    </ChangeQueueContext>
  );
}

// Longer than the edge takes for anything.
const answerWithin = 20_000;

async function send(api: Api, action: SubmissionAction, ids: string[]): Promise<void> {
  const [only] = ids;
  const signal = AbortSignal.timeout(answerWithin);
  const online = navigator.onLine;
  try {
    if (ids.length !== 1 || !only) await changeSubmissions(api, ids, action, signal);
    else if (action === "delete") await deleteSubmission(api, only, signal);
    else {
      const [field, value] = fieldOf[action];
      await changeSubmission(api, only, { [field]: value }, signal);
    }
  } catch (error) {
    // The network may be back before a call has failed for want of it.
    if (!online && error instanceof ApiError && error.code === "unreachable") throw new ApiError("offline");
    // Someone else was faster: it is deleted, as it should be.
    if (action !== "delete" || !isGone(error)) throw error;
  }
}

/** The loaded messages with these ids. */
function find(client: QueryClient, ids: ReadonlySet<string>): Map<string, ScreenedSubmission> {
  const found = new Map<string, ScreenedSubmission>();
  for (const [, list] of client.getQueriesData<LoadedPages>({ queryKey: keys.lists })) {
    for (const { items } of list?.pages ?? []) {
      for (const one of items) if (ids.has(one.id)) found.set(one.id, one);
    }
  }
  for (const id of ids) {
    const one = client.getQueryData<ScreenedSubmission>(keys.one(id));
    if (one) found.set(id, one);
  }
  return found;
}

// Writes a confirmed change into the loaded messages, which then need no pending one on top.
function apply(client: QueryClient, confirmed: Confirmed): void {
  const { action, ids } = confirmed;
  client.setQueriesData<LoadedPages>(
    { queryKey: keys.lists },
    (list) => list && pagesAfter(list, ids, action),
  );
  client.setQueriesData<ScreenedPage>(
    { queryKey: keys.senders },
    (page) => page && pageAfter(page, [confirmed]),
  );
  for (const id of ids) {
    if (action === "delete") client.removeQueries({ queryKey: keys.one(id) });
    else
      client.setQueryData<ScreenedSubmission>(
        keys.one(id),
        (one) => one && (afterAction(one, action) ?? undefined),
      );
  }
}

// Changes that wait live in this document only.
function useWarningBeforeLoss(waiting: boolean): void {
  useEffect(() => {
    if (!waiting) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [waiting]);
}
