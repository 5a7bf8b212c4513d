import { keepPreviousData, type QueryKey, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef, useState } from "react";
import { pageSize } from "#functions/contract/submission.ts";
import { listSubmissions, type Selection } from "#web/api/submissions.ts";
import {
  keys,
  knownRevision,
  pageAfter,
  retryEvery,
  useChangeQueue,
  useInboxApi,
} from "#web/pages/inbox/queries.ts";
import { pagesAfter, toLoadedPage } from "#web/pages/inbox/shared/submissions.ts";
import type { Confirmed, LoadedPage, LoadedPages } from "#web/pages/inbox/types.ts";

/** A page that is being read, or could not be read the last time. */
type Reading = { cursor: string; running: boolean; error: Error | null };

/**
 * Adds to the list under `key` the page at `next`, which is where its last one ends; null at the end of all. It is added
 * to what the list is when the answer comes: what was changed, brought in or read again meanwhile stays. A failure is
 * shown until that page has been read, or the list ends elsewhere.
 */
export function useNextPage(
  key: QueryKey,
  next: string | null,
  read: (cursor: string) => Promise<LoadedPage>,
) {
  const client = useQueryClient();
  const [reading, setReading] = useState<Reading | null>(null);
  const running = useRef(new Set<string>());

  const fetch = useCallback(async () => {
    if (next === null || running.current.has(next)) return;
    running.current.add(next);
    setReading((now) => ({
      cursor: next,
      running: true,
      error: now?.cursor === next ? now.error : null,
    }));
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

  const here = reading?.cursor === next ? reading : null;
  return { fetch, isFetching: here?.running ?? false, error: here?.error ?? null };
}

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
