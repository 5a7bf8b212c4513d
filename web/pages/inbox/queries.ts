import { hashKey, type QueryClient, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useMemo, useRef } from "react";
import type { Narrowing, ScreenedPage, SubmissionCounts } from "#functions/contract/submission.ts";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import {
  listSubmissions,
  narrowingQuery,
  type Overview,
  readNarrowedCounts,
  readOverview,
  readSubmission,
  type Selection,
  selectionQuery,
} from "#web/api/submissions.ts";
import { useSession } from "#web/session/session.tsx";
import { countNarrowings } from "./shared/narrowing.ts";
import { changed, pageAfter } from "./shared/submissions.ts";
import type { ChangeQueue, Confirmed, LoadedPages } from "./types.ts";

/** The keys of the query client. Every key starts with `all`. */
export const keys = {
  all: ["submissions"] as const,
  lists: ["submissions", "list"] as const,
  list: (selection: Selection) => ["submissions", "list", selectionQuery(selection)] as const,
  overview: ["submissions", "overview"] as const,
  counts: (narrowing: Narrowing, revision: string | null) =>
    ["submissions", "counts", narrowingQuery(narrowing), revision] as const,
  ones: ["submissions", "one"] as const,
  one: (id: string) => ["submissions", "one", id] as const,
  senders: ["submissions", "sender"] as const,
  inSpam: (selection: Selection) => ["submissions", "in spam", selectionQuery(selection)] as const,
  sender: (email: string) => ["submissions", "sender", email.toLowerCase()] as const,
  statistics: (days: number) => ["submissions", "statistics", days] as const,
};

const overviewIntervalMs = 8_000;
const maximumIntervalMs = 60_000;
export const retryIntervalMs = 10_000;

/** Counts as they were read, and the number of settled changes that they include. */
export type SeenCounts = { counts: SubmissionCounts; settled: number };
type SeenOverview = Overview & SeenCounts;

/** Returns the revision of the inbox that was read last. */
export const knownRevision = (client: QueryClient) =>
  client.getQueryData<SeenOverview>(keys.overview)?.revision ?? null;

/** Reads the counts and the revision, which reveals changes by other administrators. Failures delay the next read. */
export function useOverview() {
  const { rawApi } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const failures = useRef(0);
  return useQuery({
    queryKey: keys.overview,
    queryFn: async ({ signal }): Promise<SeenOverview> => {
      failures.current += 1;
      const last = client.getQueryData<SeenOverview>(keys.overview);
      const { answer, settled } = await queue.undisturbed(() => readOverview(rawApi, last, signal));
      if (last && answer.revision !== last.revision) {
        client.invalidateQueries({ queryKey: keys.senders });
        client.invalidateQueries({ queryKey: keys.ones });
      }
      failures.current = 0;
      return { ...answer, settled };
    },
    refetchInterval: () => Math.min(overviewIntervalMs * 2 ** failures.current, maximumIntervalMs),
    refetchOnWindowFocus: "always",
  });
}

/** Reads the counts of a narrowed list, once for every revision. */
export function useNarrowedCounts(narrowing: Narrowing, revision: string | null) {
  const { api } = useInboxApi();
  const queue = useChangeQueue();
  const key = keys.counts(narrowing, revision);
  return useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<SeenCounts> => {
      const read = () => readNarrowedCounts(api, narrowing, signal);
      const { answer, settled } = await queue.undisturbed(read);
      return { counts: answer, settled };
    },
    enabled: revision !== null && countNarrowings(narrowing) > 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Only counts of the same narrowing may be placeholders.
    placeholderData: (before, query) =>
      query && hashKey(query.queryKey.slice(0, 3)) === hashKey(key.slice(0, 3)) ? before : undefined,
  });
}

/** Returns a submission: immediately if `list` has it, else from the edge. */
export function useSubmission(id: string | null, list: LoadedPages | undefined) {
  const { api } = useInboxApi();
  const queue = useChangeQueue();
  return useQuery({
    queryKey: keys.one(id ?? ""),
    queryFn: ({ signal }) =>
      queue.during(
        () => readSubmission(api, id ?? "", signal),
        (submission, confirmed) => {
          const now = changed(confirmed, submission);
          if (!now) throw new ApiError("not_found", 404);
          return now;
        },
      ),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: () => list?.pages.flatMap(({ items }) => items).find((submission) => submission.id === id),
    refetchInterval: ({ state }) =>
      state.status === "error" && !isGone(state.error) ? retryIntervalMs : false,
  });
}

/** Returns whether an error says that the submission does not exist. */
export const isGone = (error: unknown) => error instanceof ApiError && error.code === "not_found";

/** Reads one page of a list that is not on screen, with the pending changes. */
function usePage(
  queryKey: QueryKey,
  part: Parameters<typeof listSubmissions>[1],
  changes: readonly Confirmed[],
  enabled = true,
): ScreenedPage | undefined {
  const { api } = useInboxApi();
  const queue = useChangeQueue();
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => queue.during(() => listSubmissions(api, part, signal), pageAfter),
    enabled,
  });
  return data && pageAfter(data, changes);
}

/** Returns whether the spam folder has a message that matches the search or narrowing of another folder. */
export function useIsInSpam(selection: Selection, changes: readonly Confirmed[]): boolean {
  const isSearched = selection.search !== "" || countNarrowings(selection) > 0;
  const part = { ...selection, filter: "spam", cursor: null, limit: 1 } as const;
  const page = usePage(keys.inSpam(selection), part, changes, selection.filter !== "spam" && isSearched);
  return page?.items.some(({ spam }) => spam) ?? false;
}

/** Returns the newest submissions from an address. */
export function useSubmissionsOf(sender: string, changes: readonly Confirmed[]): ScreenedPage | undefined {
  return usePage(keys.sender(sender), { filter: "all", search: "", sender, cursor: null, limit: 6 }, changes);
}

// The user has lost the role, or has to use a passkey.
const roleErrors: ReadonlySet<ApiErrorCode> = new Set(["forbidden", "passkey_required"]);

/** Called when the edge says that the user is no administrator. */
export const RequestErrorContext = createContext<() => void>(() => {});

/** Returns the API of the signed-in administrator. It reports errors about the role to the page. */
export function useInboxApi() {
  const { api, rawApi } = useSession();
  const forbidden = useContext(RequestErrorContext);
  return useMemo(() => {
    const report = (error: unknown) => {
      if (error instanceof ApiError && roleErrors.has(error.code)) forbidden();
      throw error;
    };
    const watched = <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) => {
      return (...given: Arguments) => call(...given).catch(report) as Promise<Answer>;
    };
    return { api: watched(api) as typeof api, rawApi: watched(rawApi) };
  }, [api, rawApi, forbidden]);
}

export const ChangeQueueContext = createContext<ChangeQueue | null>(null);

/** Returns the queue of pending changes, which corrects responses. @throws Error outside of a ChangesProvider */

export function useChangeQueue(): ChangeQueue {
  const queue = useContext(ChangeQueueContext);
  if (!queue) throw new Error("useChangeQueue needs a ChangesProvider");
  return queue;
}
