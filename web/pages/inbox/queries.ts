import { hashKey, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
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
import { changed } from "./shared/submissions.ts";
import type { ChangeQueue, Confirmed, LoadedPages } from "./types.ts";

/** Names of what the query client keeps; every one begins with `all`. */
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

const lookEvery = 8_000;
const lookAtMost = 60_000;
export const retryEvery = 10_000;

/** Counts as they were read, and how much had been confirmed of this screen's changes by then. */
export type SeenCounts = { counts: SubmissionCounts; settled: number };
/** The same with the revision that they belong to. */
type SeenOverview = Overview & SeenCounts;

/** The revision of the inbox that was seen last. */
export const knownRevision = (client: QueryClient) =>
  client.getQueryData<SeenOverview>(keys.overview)?.revision ?? null;

/** A page that was read, with what was confirmed meanwhile. */
export const pageAfter = <Page extends ScreenedPage>(page: Page, confirmed: readonly Confirmed[]): Page => ({
  ...page,
  items: page.items.flatMap((item) => changed(confirmed, item) ?? []),
});

/**
 * The counts and the revision: how the inbox learns of what others do. Asked often and cheaply while the page is
 * looked at, ever more seldom while it fails.
 */
export function useOverview() {
  const { rawApi } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const failures = useRef(0);
  return useQuery({
    queryKey: keys.overview,
    queryFn: async ({ signal }): Promise<SeenOverview> => {
      failures.current += 1;
      const known = client.getQueryData<SeenOverview>(keys.overview);
      const { answer, settled } = await queue.undisturbed(() => readOverview(rawApi, known, signal));
      if (known && answer.revision !== known.revision) {
        client.invalidateQueries({ queryKey: keys.senders });
        client.invalidateQueries({ queryKey: keys.ones });
      }
      failures.current = 0;
      return { ...answer, settled };
    },
    refetchInterval: () => Math.min(lookEvery * 2 ** failures.current, lookAtMost),
    refetchOnWindowFocus: "always",
  });
}

/** The counts of what a list is narrowed to, read again whenever the inbox moves on; none where it is not narrowed. */
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
    // Those of an earlier revision stand in for these, those of something else do not.
    placeholderData: (before, query) =>
      query && hashKey(query.queryKey.slice(0, 3)) === hashKey(key.slice(0, 3)) ? before : undefined,
  });
}

/**
 * One submission, if there is an `id`: at once when `list` has it, else from the edge. It is read again when the
 * inbox has moved on: someone else may have done something to it.
 */
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
    initialData: () => list?.pages.flatMap(({ items }) => items).find((one) => one.id === id),
    refetchInterval: ({ state }) => (state.status === "error" && !isGone(state.error) ? retryEvery : false),
  });
}

/** Whether an answer says that the submission does not exist (any more). */
export const isGone = (error: unknown) => error instanceof ApiError && error.code === "not_found";

/** Whether spam has a message that a list without spam is asked for. */
export function useIsInSpam(selection: Selection, changes: readonly Confirmed[]): boolean {
  const { api } = useInboxApi();
  const queue = useChangeQueue();
  const { data } = useQuery({
    queryKey: keys.inSpam(selection),
    queryFn: ({ signal }) => {
      const asked = { ...selection, filter: "spam", cursor: null, limit: 1 } as const;
      return queue.during(() => listSubmissions(api, asked, signal), pageAfter);
    },
    enabled: selection.filter !== "spam" && (selection.search !== "" || countNarrowings(selection) > 0),
  });
  return data !== undefined && pageAfter(data, changes).items.some(({ spam }) => spam);
}

/** The newest submissions from one address, as they are shown; `more` when they are not all. */
export function useSubmissionsOf(email: string, changes: readonly Confirmed[]) {
  const { api } = useInboxApi();
  const queue = useChangeQueue();
  const { data } = useQuery({
    queryKey: keys.sender(email),
    queryFn: ({ signal }) => {
      const asked = { filter: "all", search: "", sender: email, cursor: null, limit: 6 } as const;
      return queue.during(() => listSubmissions(api, asked, signal), pageAfter);
    },
  });
  return data && { submissions: pageAfter(data, changes).items, more: data.next_cursor !== null };
}

// The role is another now, or does not count without a passkey.
const refusals: ReadonlySet<ApiErrorCode> = new Set(["forbidden", "passkey_required"]);

/** Called when the edge says that the caller is no administrator (any more). */
export const RequestErrorContext = createContext<() => void>(() => {});

/** Our API as the signed-in administrator; an error about the role is reported to the page at once. */
export function useInboxApi() {
  const { api, rawApi } = useSession();
  const forbidden = useContext(RequestErrorContext);
  return useMemo(() => {
    const report = (error: unknown) => {
      if (error instanceof ApiError && refusals.has(error.code)) forbidden();
      throw error;
    };
    const watched = <Arguments extends unknown[], Answer>(call: (...given: Arguments) => Promise<Answer>) => {
      return (...given: Arguments) => call(...given).catch(report) as Promise<Answer>;
    };
    return { api: watched(api) as typeof api, rawApi: watched(rawApi) };
  }, [api, rawApi, forbidden]);
}

/** The queue of pending changes; what is read agrees with it. */
export const ChangeQueueContext = createContext<ChangeQueue | null>(null);

/** @throws Error outside of a ChangesProvider */
export function useChangeQueue(): ChangeQueue {
  const queue = useContext(ChangeQueueContext);
  if (!queue) throw new Error("useChangeQueue needs a ChangesProvider");
  return queue;
}
