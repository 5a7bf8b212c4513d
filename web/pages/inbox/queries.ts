import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { createContext, useContext, useMemo, useRef } from "react";
import type {
  FullPage,
  FullSubmission,
  OldestUnanswered,
  SubmissionCounts,
} from "#functions/contract/answers.schema.ts";
import type { Administrators, ConversationEntries } from "#functions/contract/conversation.schema.ts";
import type { SubmissionFilter } from "#functions/contract/submission.ts";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import { type RawApi, toJsonApi } from "#web/api/client.ts";
import {
  include,
  listSubmissions,
  type Selection,
  toNarrowingQuery,
  toSelectionQuery,
  toSubmissionPath,
} from "#web/api/submissions.ts";
import { useSession } from "#web/session/session.tsx";
import type { PendingChanges } from "./changes/pending-changes.ts";
import { countNarrowings, isSelected } from "./shared/narrowing.ts";
import {
  applyChanges,
  applyToPage,
  isInFilter,
  type UpdateSubmission,
  updatePage,
  updatePages,
} from "./shared/submissions.ts";
import type { ConfirmedChange, LoadedPages } from "./types.ts";

/** The keys of the inbox in the query client. Every key starts with `all`. */
export const keys = {
  all: ["submissions"] as const,
  lists: ["submissions", "list"] as const,
  list: (selection: Selection) => ["submissions", "list", toSelectionQuery(selection)] as const,
  nextPage: (selection: Selection, cursor: string | null) =>
    ["submissions", "next page", toSelectionQuery(selection), cursor] as const,
  overview: ["submissions", "overview"] as const,
  allCounts: ["submissions", "counts"] as const,
  counts: (selection: Selection, revision: string | null) =>
    ["submissions", "counts", toCountsQuery(selection), revision] as const,
  submissions: ["submissions", "one"] as const,
  submission: (id: string) => ["submissions", "one", id] as const,
  conversations: ["submissions", "entries"] as const,
  entries: (id: string) => ["submissions", "entries", id] as const,
  senders: ["submissions", "sender"] as const,
  inSpam: (selection: Selection) => ["submissions", "in spam", toSelectionQuery(selection)] as const,
  sender: (email: string) => ["submissions", "sender", email.toLowerCase()] as const,
  unanswered: (revision: string | null) => ["submissions", "unanswered", revision] as const,
  administrators: ["submissions", "administrators"] as const,
  statistics: (days: number) => ["submissions", "statistics", days] as const,
};

/** Updates all loaded messages: of lists, of senders and opened ones. `update` returns null for a deleted message. */
export function updateLoaded(client: QueryClient, update: UpdateSubmission): void {
  client.setQueriesData<LoadedPages>({ queryKey: keys.lists }, (list) => list && updatePages(list, update));
  client.setQueriesData<FullPage>({ queryKey: keys.senders }, (page) => page && updatePage(page, update));
  for (const [queryKey, submission] of client.getQueriesData<FullSubmission>({
    queryKey: keys.submissions,
  })) {
    const updatedSubmission = submission && update(submission);
    if (updatedSubmission === submission) continue;
    if (updatedSubmission) client.setQueryData(queryKey, updatedSubmission);
    else client.removeQueries({ queryKey });
  }
}

/** Returns the parameters of the counts: those of a list, apart from the folder. */
const toCountsQuery = ({ search, ...narrowing }: Selection) => ({
  ...toNarrowingQuery(narrowing),
  q: search || undefined,
});

/** Lists all loaded messages of a selection, newest first: those of lists, of senders and opened ones. */
export function selectLoaded(client: QueryClient, selection: Selection): FullSubmission[] {
  const lists = client
    .getQueriesData<LoadedPages>({ queryKey: keys.lists })
    .flatMap(([, list]) => list?.pages ?? []);
  const senderPages = client.getQueriesData<FullPage>({ queryKey: keys.senders }).map(([, page]) => page);
  const openedSubmissions = client
    .getQueriesData<FullSubmission>({ queryKey: keys.submissions })
    .map(([, submission]) => submission);
  const submissions = [
    ...[...lists, ...senderPages].flatMap((page) => page?.items ?? []),
    ...openedSubmissions,
  ];
  const byId = new Map(submissions.map((submission) => [submission?.id, submission]));
  return [...byId.values()]
    .filter((submission) => submission !== undefined)
    .filter((submission) => isSelected(selection, submission) && isInFilter(selection.filter, submission))
    .sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id));
}

const overviewIntervalMs = 8_000;
// The words of the customer appear within 5 s in an opened conversation.
const conversationIntervalMs = 4_000;
const maximumIntervalMs = 60_000;
export const retryIntervalMs = 10_000;

const retryAfterError = ({ state }: { state: { status: string } }) =>
  state.status === "error" ? retryIntervalMs : false;

/** Counts as they were read, and how many of the queue's `transitions` they include. */
export type LoadedCounts = { counts: SubmissionCounts; transitionCount: number };
/** The counts and their inbox revision, which changes with every change of any submission. */
type LoadedOverview = LoadedCounts & { revision: string | null };

/** Returns the revision of the inbox that was read last. */
export const getLoadedRevision = (client: QueryClient) =>
  client.getQueryData<LoadedOverview>(keys.overview)?.revision ?? null;

/**
 * Polls the message counts and the revision of the inbox, and less often after failures. A new revision reloads opened
 * messages and those of their senders, because another administrator may have changed them; `useSync` reloads the
 * lists.
 */
export function useOverview() {
  const { rawApi, client, queue } = useInboxData();
  const failures = useRef(0);
  return useQuery({
    queryKey: keys.overview,
    queryFn: async ({ signal }): Promise<LoadedOverview> => {
      // Counts a read as failed until it succeeds.
      failures.current += 1;
      const lastOverview = client.getQueryData<LoadedOverview>(keys.overview);
      const headers = lastOverview?.revision ? { "If-None-Match": lastOverview.revision } : {};
      const { answer, transitionCount } = await queue.readUndisturbed(async () => {
        const response = await rawApi("/api/submissions/counts", { headers, signal });
        if (response.status === 304 && lastOverview) return lastOverview;
        const counts = (await response.json()) as SubmissionCounts;
        return { counts, revision: response.headers.get("ETag") };
      });
      if (lastOverview && answer.revision !== lastOverview.revision) {
        void client.invalidateQueries({ queryKey: keys.senders });
        void client.invalidateQueries({ queryKey: keys.submissions });
        void client.invalidateQueries({ queryKey: keys.conversations });
      }
      failures.current = 0;
      return { ...answer, transitionCount };
    },
    refetchInterval: () => {
      const openedConversations = { queryKey: keys.conversations, type: "active" } as const;
      const isOpened = client.getQueryCache().findAll(openedConversations).length > 0;
      const intervalMs = isOpened ? conversationIntervalMs : overviewIntervalMs;
      return Math.min(intervalMs * 2 ** failures.current, maximumIntervalMs);
    },
    refetchOnWindowFocus: "always",
  });
}

/**
 * Reads the counts of messages for each folder under a search and a narrowing (service, language, days), anew for every
 * revision of the inbox. Without a network it counts the loaded messages. `transitionCount` is the number of the queue's
 * `transitions` that they include.
 */
export function useNarrowedCounts(selection: Selection, revision: string | null) {
  const { api, client, queue } = useInboxData();
  const key = keys.counts(selection, revision);
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<LoadedCounts> => {
      const read = async () => {
        if (!navigator.onLine) return countLoaded(client, selection);
        const query = toCountsQuery(selection);
        return api<SubmissionCounts>("/api/submissions/counts", { query, signal });
      };
      const { answer, transitionCount } = await queue.readUndisturbed(read);
      return { counts: answer, transitionCount };
    },
    enabled: revision !== null && (selection.search !== "" || countNarrowings(selection) > 0),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: retryAfterError,
    // Only counts of the same narrowing may be placeholders.
    placeholderData: (previousCounts, query) =>
      query && hashKey(query.queryKey.slice(0, 3)) === hashKey(key.slice(0, 3)) ? previousCounts : undefined,
  });
}

function countLoaded(client: QueryClient, selection: Selection): SubmissionCounts {
  const count = (filter: SubmissionFilter) => selectLoaded(client, { ...selection, filter }).length;
  return { all: count("all"), unread: count("unread"), read: count("read"), spam: count("spam") };
}

/**
 * Returns the query of a submission. Its data is at once that of `list`, if `list` has the submission; otherwise it
 * comes from the edge.
 */
export function useSubmission(id: string | null, list: LoadedPages | undefined) {
  const { api, queue } = useInboxData();
  return useQuery({
    queryKey: keys.submission(id ?? ""),
    queryFn: ({ signal }) =>
      queue.readCorrected(
        () => api<FullSubmission>(toSubmissionPath(id ?? ""), { query: { include }, signal }),
        (submission, confirmed) => {
          const currentSubmission = applyChanges(confirmed, submission);
          if (!currentSubmission) throw new ApiError("not_found", 404);
          return currentSubmission;
        },
      ),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: () => list?.pages.flatMap(({ items }) => items).find((submission) => submission.id === id),
    refetchInterval: ({ state }) =>
      state.status === "error" && !isGone(state.error) ? retryIntervalMs : false,
  });
}

/** The entries of a conversation. `clockOffsetMs` is the difference between the clocks of the edge and the browser. */
export type LoadedEntries = ConversationEntries & { clockOffsetMs: number };

/**
 * Returns the query of a conversation's entries. It is read anew with every revision of the inbox, not at intervals,
 * because the edge records every reading.
 */
export function useEntries(id: string) {
  const { rawApi } = useInboxData();
  return useQuery({
    queryKey: keys.entries(id),
    queryFn: async ({ signal }): Promise<LoadedEntries> => {
      const response = await rawApi(`${toSubmissionPath(id)}/entries`, { signal });
      const edgeTime = Date.parse(response.headers.get("Date") ?? "");
      const entries = (await response.json()) as ConversationEntries;
      return { ...entries, clockOffsetMs: Number.isNaN(edgeTime) ? 0 : edgeTime - Date.now() };
    },
    refetchInterval: ({ state: { status, error } }) =>
      status === "error" && !isGone(error) ? retryIntervalMs : false,
    refetchOnWindowFocus: "always",
  });
}

/** Returns whether an error says that the submission does not exist. */
export const isGone = (error: unknown) => error instanceof ApiError && error.code === "not_found";

/**
 * Returns one page of submissions outside of the shown list, with the administrator's pending changes applied. It is
 * undefined until it is loaded.
 */
function usePage(
  queryKey: QueryKey,
  pageRequest: Parameters<typeof listSubmissions>[1],
  changes: readonly ConfirmedChange[],
  enabled = true,
): FullPage | undefined {
  const { api, queue } = useInboxData();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      queue.readCorrected(() => listSubmissions(api, pageRequest, signal), applyToPage),
    enabled,
    refetchInterval: retryAfterError,
  });
  return data && applyToPage(data, changes);
}

/** Returns whether the spam folder has a message that matches the search or narrowing of another folder. */
export function useIsInSpam(selection: Selection, changes: readonly ConfirmedChange[]): boolean {
  const isSearched = selection.search !== "" || countNarrowings(selection) > 0;
  const pageRequest = { ...selection, filter: "spam", cursor: null, limit: 1 } as const;
  const page = usePage(
    keys.inSpam(selection),
    pageRequest,
    changes,
    selection.filter !== "spam" && isSearched,
  );
  return page?.items.some(({ spam }) => spam) ?? false;
}

/** Returns the six newest submissions from an email address: five, and perhaps the opened one, which is not listed. */
export function useSenderSubmissions(
  sender: string,
  changes: readonly ConfirmedChange[],
): FullPage | undefined {
  return usePage(keys.sender(sender), { filter: "all", search: "", sender, cursor: null, limit: 6 }, changes);
}

/** Lists the administrators, to whom messages can be assigned. The list is empty until it is loaded. */
export function useAdministrators(): Administrators["items"] {
  const { api } = useInboxApi();
  const { data } = useQuery({
    queryKey: keys.administrators,
    queryFn: ({ signal }) => api<Administrators>("/api/administrators", { signal }),
    staleTime: 300_000,
  });
  return data?.items ?? noAdministrators;
}
const noAdministrators: Administrators["items"] = [];

/**
 * Reads the number of unanswered messages, anew for every revision of the inbox, as the count `all`; the other counts are
 * 0.
 */
export function useUnansweredCount(revision: string | null) {
  const { api, queue } = useInboxData();
  return useQuery({
    queryKey: keys.unanswered(revision),
    queryFn: async ({ signal }): Promise<LoadedCounts> => {
      const { answer, transitionCount } = await queue.readUndisturbed(() =>
        api<OldestUnanswered>(oldestUnansweredPath, { signal }),
      );
      return { counts: { all: answer.count, unread: 0, read: 0, spam: 0 }, transitionCount };
    },
    enabled: revision !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}
const oldestUnansweredPath = "/api/submissions/oldest-unanswered";

/**
 * Returns the function that finds the id of the oldest unanswered message; null without one. Without a network it searches
 * the loaded messages.
 */
export function useOldestUnanswered(): () => Promise<string | null> {
  const { api, client, queue } = useInboxData();
  return async () => {
    if (!navigator.onLine) {
      const isUnanswered = (submission: FullSubmission) =>
        applyChanges(queue.get().changes, submission)?.state === "unanswered";
      return selectLoaded(client, { filter: "all", search: "" }).findLast(isUnanswered)?.id ?? null;
    }
    // An answer from before a change would open a message that is closed by now.
    const { answer } = await queue.readUndisturbed(() => api<OldestUnanswered>(oldestUnansweredPath));
    return answer.id;
  };
}

// The user has lost the role, or has to use a passkey.
const roleErrors: ReadonlySet<ApiErrorCode> = new Set(["forbidden", "passkey_required"]);

/** Called when the edge says that the user is no administrator. */
export const RoleErrorContext = createContext<() => void>(() => {});

/**
 * Returns the query client, and the API of the signed-in administrator. The API reports errors about the role, so that
 * the page removes all messages from the screen.
 */
export function useInboxApi() {
  const { rawApi: sessionApi } = useSession();
  const reportRoleError = useContext(RoleErrorContext);
  const client = useQueryClient();
  const reportingApi = useMemo(() => {
    const rawApi: RawApi = (...call) =>
      sessionApi(...call).catch((error) => {
        if (error instanceof ApiError && roleErrors.has(error.code)) reportRoleError();
        throw error;
      });
    return { api: toJsonApi(rawApi), rawApi };
  }, [sessionApi, reportRoleError]);
  return { ...reportingApi, client };
}

/** Returns the signal of a call that changes messages. It waits longer than any response of the edge takes. */
export const createTimeoutSignal = () => AbortSignal.timeout(20_000);

export const ChangesContext = createContext<PendingChanges | null>(null);

/**
 * Returns the pending changes. Reads go through their queue, which corrects responses that are older than a change.
 * @throws Error outside of a ChangesProvider
 */
export function usePendingChanges(): PendingChanges {
  const changes = useContext(ChangesContext);
  if (!changes) throw new Error("usePendingChanges needs a ChangesProvider");
  return changes;
}

/** Returns the API, the query client and the queue of pending changes. */
export const useInboxData = () => ({ ...useInboxApi(), queue: usePendingChanges().queue });
