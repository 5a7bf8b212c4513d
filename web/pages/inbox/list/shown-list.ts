import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import type { ScreenedSubmission, SubmissionCounts } from "#functions/contract/submission.ts";
import { pageSize } from "#functions/contract/submission.ts";
import { listSubmissions, type Selection } from "#web/api/submissions.ts";
import {
  keys,
  knownRevision,
  retryIntervalMs,
  type SeenCounts,
  useChangeQueue,
  useInboxApi,
  useNarrowedCounts,
  useOverview,
} from "#web/pages/inbox/queries.ts";
import { countNarrowings, isWithin } from "#web/pages/inbox/shared/narrowing.ts";
import {
  changed,
  countsNow,
  holds,
  mergePages,
  pageAfter,
  pagesAfter,
  toLoadedPage,
} from "#web/pages/inbox/shared/submissions.ts";
import type {
  Change,
  Confirmed,
  LoadedPage,
  LoadedPages,
  QueueState,
  ShownList,
} from "#web/pages/inbox/types.ts";

/** Returns the list on screen: the loaded messages with the pending changes. */
export function useShownList(selection: Selection, queue: QueueState): ShownList {
  const { filter, search } = selection;
  const query = useSubmissionList(selection);
  const overview = useOverview();
  const submissions = useShownSubmissions(filter, query.data, queue.changes);
  const all = useCounts(overview.data, queue);
  const revision = overview.data?.revision ?? null;
  const narrowed = useCounts(useNarrowedCounts(selection, revision).data, queue, selection);
  const counts = countNarrowings(selection) > 0 ? narrowed : all;
  const foundCount = query.hasNextPage ? null : submissions.ids.length;
  return {
    ...submissions,
    query,
    loaded: query.isPlaceholderData ? undefined : query.data,
    counts,
    unread: all?.unread,
    total: search ? foundCount : (counts?.[filter] ?? null),
    failed: query.isError || (query.isPending && query.errorUpdateCount > 0),
    revision,
    lookedAt: overview.dataUpdatedAt,
    stale: overview.isError,
    retry() {
      query.refetch();
      overview.refetch();
    },
  };
}

/** Returns the loaded messages with their pending changes, without those that have left the folder. */
function useShownSubmissions(
  filter: Selection["filter"],
  list: LoadedPages | undefined,
  changes: readonly Change[],
) {
  const merged = useMemo(() => mergePages(list?.pages ?? []), [list]);
  return useMemo(() => {
    const submissions: ScreenedSubmission[] = [];
    const pageOf: number[] = [];
    for (const [index, submission] of merged.submissions.entries()) {
      const now = changed(changes, submission);
      if (!now || !holds(filter, now)) continue;
      submissions.push(now);
      pageOf.push(merged.pageOf[index] ?? 0);
    }
    return { submissions, pageOf, ids: submissions.map(({ id }) => id) };
  }, [merged, changes, filter]);
}

/** Returns the counts with the pending changes of the messages that they count; undefined while unknown. */
function useCounts(
  seen: SeenCounts | undefined,
  state: QueueState,
  selection?: Selection,
): SubmissionCounts | undefined {
  return useMemo(
    () =>
      seen &&
      countsNow(
        seen.counts,
        seen.settled,
        state,
        (submission) => !selection || isWithin(selection, submission),
      ),
    [seen, state, selection],
  );
}

/**
 * Loads the page at `nextCursor`, null at the end, into the list under `key`. The page is added to the list of the
 * moment when the response arrives, so no change made meanwhile is lost. `useInfiniteQuery` would lose it.
 */
function useNextPage(key: QueryKey, next: string | null, read: (cursor: string) => Promise<LoadedPage>) {
  const client = useQueryClient();
  const [reading, setReading] = useState<{ cursor: string; running: boolean; error: Error | null } | null>(
    null,
  );
  const running = useRef(new Set<string>());

  const fetch = useCallback(async () => {
    if (next === null || running.current.has(next)) return;
    running.current.add(next);
    setReading((now) => ({ cursor: next, running: true, error: now?.cursor === next ? now.error : null }));
    let error: Error | null = null;
    try {
      const page = await read(next);
      client.setQueryData<LoadedPages>(key, (now) => {
        if (now?.pages.at(-1)?.next_cursor !== next) return now;
        return { pages: [...now.pages, page], pageParams: [...now.pageParams, next] };
      });
    } catch (failure) {
      error = failure as Error;
    }
    running.current.delete(next);
    setReading((now) => (now?.cursor !== next ? now : error && { cursor: next, running: false, error }));
  }, [client, key, next, read]);

  const current = reading?.cursor === next ? reading : null;
  return { fetch, isFetching: current?.running ?? false, error: current?.error ?? null };
}

/**
 * Returns the loaded list. `fetchNextPage` loads its later pages. `useSync` reloads loaded pages when the revision
 * shows that they have changed.
 */
function useSubmissionList(selection: Selection) {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const readPage = useCallback(
    async (cursor: string | null, signal?: AbortSignal) => {
      const revision = knownRevision(client);
      // A short first page arrives sooner. Later pages are prefetched.
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
    // Comparing thousands of rows takes longer than rendering them.
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.status === "error" && !state.data ? retryIntervalMs : false),
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

const listAfter = (list: LoadedPages, confirmed: readonly Confirmed[]) => confirmed.reduce(pagesAfter, list);
