import { hashKey, keepPreviousData, type QueryClient, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo } from "react";
import type { FullSubmission, SubmissionCounts } from "#functions/contract/answers.schema.ts";
import { pageSize } from "#functions/contract/submission.ts";
import { listSubmissions, type Selection } from "#web/api/submissions.ts";
import {
  getLoadedRevision,
  keys,
  type LoadedCounts,
  retryIntervalMs,
  selectLoaded,
  useInboxData,
  useNarrowedCounts,
  useOverview,
  useUnansweredCount,
} from "#web/pages/inbox/queries.ts";
import { useLatest, useOnline } from "#web/pages/inbox/shared/hooks.ts";
import { countNarrowings, isSelected, isWithin, toCriteria } from "#web/pages/inbox/shared/narrowing.ts";
import {
  applyChanges,
  applyToPage,
  applyToPages,
  coversUnloaded,
  isInFilter,
  mergePages,
  toCurrentCounts,
  toLoadedPage,
} from "#web/pages/inbox/shared/submissions.ts";
import type { Change, LoadedPage, LoadedPages, QueueState } from "#web/pages/inbox/types.ts";

const unansweredMessages: Selection = { filter: "all", search: "", state: "unanswered" };

/** Returns the list on screen: the loaded messages with the pending changes. */
export function useShownList(selection: Selection, queue: QueueState) {
  const { filter, search } = selection;
  const query = useSubmissionList(selection, isEmptied(selection, queue.changes));
  const overview = useOverview();
  const submissions = useShownSubmissions(selection, query.data, queue.changes);
  const allCounts = useCounts(overview.data, queue);
  const revision = overview.data?.revision ?? null;
  const narrowedCounts = useCounts(useNarrowedCounts(selection, revision).data, queue, selection);
  const unansweredCounts = useCounts(useUnansweredCount(revision).data, queue, unansweredMessages);
  const counts = search || countNarrowings(selection) > 0 ? narrowedCounts : allCounts;
  const foundCount = query.hasNextPage ? null : submissions.ids.length;
  // Until the edge has deleted messages that are not loaded, their number is unknown.
  const areCountsKnown = !queue.changes.some(
    (change) => change.action === "delete" && coversUnloaded(change),
  );
  return {
    ...submissions,
    query,
    /** The loaded pages of this list; undefined while another list is its placeholder. */
    loaded: query.isPlaceholderData ? undefined : query.data,
    counts: areCountsKnown ? counts : undefined,
    /** The number of unread messages in the whole inbox. */
    unread: areCountsKnown ? allCounts?.unread : undefined,
    /** The number of unanswered messages in the whole inbox. */
    unanswered: areCountsKnown ? unansweredCounts?.all : undefined,
    /** The number of matching messages, loaded or not; null while unknown. */
    total: search ? foundCount : ((areCountsKnown ? counts?.[filter] : null) ?? null),
    hasFailed: query.isError || (query.isPending && query.errorUpdateCount > 0),
    revision,
    /** The time of the last successful check for changes, in milliseconds since 1970. */
    checkedAt: overview.dataUpdatedAt,
    /** Whether the edge does not respond, so that changes by other administrators are not visible. */
    isStale: overview.isError,
    retry() {
      query.refetch();
      overview.refetch();
    },
  };
}

export type ShownList = ReturnType<typeof useShownList>;

/**
 * Returns the loaded messages with their pending changes, without those that have left the folder or the narrowing, and
 * the index of the loaded page of each message.
 */
function useShownSubmissions(
  selection: Selection,
  list: LoadedPages | undefined,
  changes: readonly Change[],
) {
  const mergedPages = useMemo(() => mergePages(list?.pages ?? []), [list]);
  return useMemo(() => {
    const submissions: FullSubmission[] = [];
    const pageOf: number[] = [];
    const { q: _, name: __, ...narrowing } = toCriteria(selection);
    for (const [index, submission] of mergedPages.submissions.entries()) {
      const currentSubmission = applyChanges(changes, submission);
      if (!currentSubmission || !isInFilter(selection.filter, currentSubmission)) continue;
      if (currentSubmission !== submission && !isWithin(narrowing, currentSubmission)) continue;
      submissions.push(currentSubmission);
      pageOf.push(mergedPages.pageOf[index] ?? 0);
    }
    return { submissions, pageOf, ids: submissions.map(({ id }) => id) };
  }, [mergedPages, changes, selection]);
}

/**
 * Returns the counts of the folders with the pending changes; undefined while unknown. With `selection`, the counts are
 * of a search or a narrowed list, and only changes of its messages apply.
 */
function useCounts(
  loadedCounts: LoadedCounts | undefined,
  state: QueueState,
  selection?: Selection,
): SubmissionCounts | undefined {
  return useMemo(
    () =>
      loadedCounts &&
      toCurrentCounts(
        loadedCounts.counts,
        loadedCounts.transitionCount,
        state,
        (submission) => !selection || isSelected(selection, submission),
      ),
    [loadedCounts, state, selection],
  );
}

/**
 * Returns the function that loads the page at `nextCursor`, null at the end, and the state of that page. The page is
 * added to the list of the moment when the response arrives, so no change made meanwhile is lost. `useInfiniteQuery`
 * would lose it.
 */
function useNextPage(
  selection: Selection,
  nextCursor: string | null,
  readPage: (cursor: string | null) => Promise<LoadedPage>,
) {
  const { client } = useInboxData();
  const pageQuery = useMemo(
    () => ({
      queryKey: keys.nextPage(selection, nextCursor),
      queryFn: async () => {
        const page = await readPage(nextCursor);
        client.setQueryData<LoadedPages>(keys.list(selection), (cachedList) => {
          if (cachedList?.pages.at(-1)?.next_cursor !== nextCursor) return cachedList;
          return { pages: [...cachedList.pages, page], pageParams: [...cachedList.pageParams, nextCursor] };
        });
        return null;
      },
      // A query with data shows its error until a later attempt has succeeded, or another list is shown.
      initialData: null,
      gcTime: 0,
    }),
    [client, selection, nextCursor, readPage],
  );
  const { isFetching, error } = useQuery({ ...pageQuery, enabled: false });
  const fetch = useCallback(() => {
    // The query itself shows the error.
    if (nextCursor !== null) client.fetchQuery(pageQuery).catch(() => {});
  }, [client, nextCursor, pageQuery]);
  return { fetch, isFetching, error };
}

/** Returns whether a pending deletion covers all messages of a list. Its later pages are not worth loading. */
const isEmptied = (selection: Selection, changes: readonly Change[]): boolean =>
  changes.some(
    ({ action, matching }) =>
      action === "delete" &&
      matching &&
      hashKey(keys.list(matching.selection)) === hashKey(keys.list(selection)),
  );

/**
 * Returns the loaded list. `fetchNextPage` loads its later pages. `useSync` reloads loaded pages when the revision
 * shows that they have changed.
 */
function useSubmissionList(selection: Selection, isEmptied: boolean) {
  const { api, client, queue } = useInboxData();
  const readPage = useCallback(
    async (cursor: string | null, signal?: AbortSignal, limit: number = pageSize.maximum) => {
      const revision = getLoadedRevision(client);
      return queue.readCorrected(
        async () =>
          toLoadedPage(await listSubmissions(api, { ...selection, cursor, limit }, signal), revision),
        applyToPage,
      );
    },
    [api, client, queue, selection],
  );
  const key = useMemo(() => keys.list(selection), [selection]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => {
      if (!navigator.onLine) return selectLoadedPages(client, selection);
      const loadedPageCount = client.getQueryData<LoadedPages>(key)?.pages.length ?? 1;
      // Applies a change that is confirmed while later pages are read to the earlier pages, too.
      return queue.readCorrected(
        () =>
          // A short first page arrives sooner. Later pages are prefetched.
          readPages(loadedPageCount, (cursor) =>
            readPage(cursor, signal, cursor === null ? pageSize.default : pageSize.maximum),
          ),
        applyToPages,
      );
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing thousands of rows takes longer than rendering them.
    structuralSharing: false,
    // Loaded messages stand for the list until the edge has answered it.
    refetchInterval: ({ state: { status, data } }) =>
      (data ? data.isLocal && navigator.onLine : status === "error") ? retryIntervalMs : false,
  });
  useReloadOnline(query.data?.isLocal === true, query.refetch);
  const nextCursor =
    query.isPlaceholderData || isEmptied ? null : (query.data?.pages.at(-1)?.next_cursor ?? null);
  const nextPage = useNextPage(selection, nextCursor, readPage);
  return {
    ...query,
    readPage,
    hasNextPage: nextCursor !== null,
    fetchNextPage: nextPage.fetch,
    /** Repeats what has failed: the read of the list, or else of its next page. */
    retry: () => (query.isError ? void query.refetch() : nextPage.fetch()),
    isFetching: query.isFetching || nextPage.isFetching,
    isError: query.isError || nextPage.error !== null,
    error: query.error ?? nextPage.error,
  };
}

/** Returns the loaded messages of a selection as the only page of a list, for as long as the network is down. */
function selectLoadedPages(client: QueryClient, selection: Selection): LoadedPages {
  const items = selectLoaded(client, selection);
  const page = { items, next_cursor: null, end: null, revision: null };
  return { pages: [page], pageParams: [null], isLocal: true };
}

/** Reads a list and the counts from the edge as soon as the network is back, if the browser had to select them itself. */
function useReloadOnline(isLocal: boolean, reload: () => void): void {
  const isOnline = useOnline();
  const { client } = useInboxData();
  const latestReload = useLatest(reload);
  useEffect(() => {
    if (!isLocal || !isOnline) return;
    latestReload.current();
    void client.invalidateQueries({ queryKey: keys.allCounts });
  }, [isLocal, isOnline, client, latestReload]);
}

/** Reads the first `count` pages of a list one by one, because each page has the cursor of the next. */
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
