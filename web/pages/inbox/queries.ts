import { hashKey, keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import {
  type Narrowing,
  pageSize,
  type ScreenedPage,
  type SubmissionCounts,
} from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
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
import { type Confirmed, changed } from "./changes/change.ts";
import { useChangeQueue } from "./changes/queue-context.ts";
import { countNarrowings } from "./narrowing.ts";
import { useNextPage } from "./next-page.ts";
import { useInboxApi } from "./request-errors.ts";
import { type LoadedPage, type LoadedPages, pagesAfter, toLoadedPage } from "./submission-list.ts";

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
const retryEvery = 10_000;

/** Counts as they were read, and how much had been confirmed of this screen's changes by then. */
export type SeenCounts = { counts: SubmissionCounts; settled: number };
/** The same with the revision that they belong to. */
type SeenOverview = Overview & SeenCounts;

/** The revision of the inbox that was seen last. */
const knownRevision = (client: QueryClient) =>
  client.getQueryData<SeenOverview>(keys.overview)?.revision ?? null;

/**
 * The list behind a selection. Its first page is read at once, later ones by `fetchNextPage`. Once loaded it
 * is only asked for again page by page, where the revision says that something changed; after a failure of the first
 * page it tries again by itself.
 */
export function useSubmissionList(selection: Selection) {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const readPage = useCallback(
    async (cursor: string | null, signal?: AbortSignal) => {
      const revision = knownRevision(client);
      // The first page is there sooner when it is short; the others come before they are seen.
      const limit = cursor === null ? undefined : pageSize.maximum;
      return queue.during(
        async () =>
          toLoadedPage(await listSubmissions(api, { ...selection, cursor, limit }, signal), revision),
        pageAfter,
      );
    },
    [api, client, queue, selection],
  );
  const key = useMemo(() => keys.list(selection), [selection]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      const loaded = client.getQueryData<LoadedPages>(key)?.pages.length ?? 1;
      return queue.during(() => readPages(loaded, (cursor) => readPage(cursor, signal)), listAfter);
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing thousands of rows deeply takes longer than showing them.
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.status === "error" && !state.data ? retryEvery : false),
  });
  const next = query.isPlaceholderData ? null : (query.data?.pages.at(-1)?.next_cursor ?? null);
  const more = useNextPage(key, next, readPage);
  return {
    ...query,
    hasNextPage: next !== null,
    fetchNextPage: more.fetch,
    isFetching: query.isFetching || more.isFetching,
    isError: query.isError || more.error !== null,
    error: query.error ?? more.error,
  };
}

async function readPages(
  count: number,
  read: (cursor: string | null) => Promise<LoadedPage>,
): Promise<LoadedPages> {
  const list: LoadedPages = { pages: [], pageParams: [] };
  for (let cursor: string | null = null; list.pages.length < count; ) {
    const page = await read(cursor);
    list.pages.push(page);
    list.pageParams.push(cursor);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  return list;
}

const listAfter = (list: LoadedPages, confirmed: readonly Confirmed[]) =>
  confirmed.reduce((now, { ids, action }) => pagesAfter(now, ids, action), list);

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
