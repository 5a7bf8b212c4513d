import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo } from "react";
import { pageSize } from "#functions/contract/submission.ts";
import { listSubmissions } from "#web/api/submissions.ts";
import { keys, useChangeQueue, useInboxApi } from "#web/pages/inbox/queries.ts";
import { pageAfter, splitNewMessages, toLoadedPage, withPage } from "#web/pages/inbox/shared/submissions.ts";
import { newMessagesOf } from "#web/pages/inbox/store.ts";
import type {
  Inbox,
  InboxEvent,
  InboxState,
  InboxStore,
  LoadedPage,
  LoadedPages,
  ShownList,
} from "#web/pages/inbox/types.ts";

type Synced = Pick<Inbox, "store" | "state" | "name" | "url" | "listed" | "list">;

/**
 * Keeps the list up to date. When the revision changes, it reloads the visible pages, and other pages once they become
 * visible. New messages are held back until the user asks for them.
 */
export function useSync(synced: Synced) {
  const { store, url, list } = synced;
  const newest = list.loaded?.pages[0]?.items[0]?.created_at ?? "";
  useShownEvents(store, { ids: list.ids, opened: url.opened, newest });
  useFreshPages(synced);
  return useNewMessages(synced);
}

/** Reloads the visible pages that are older than the revision, one at a time. */
function useFreshPages({ store, state, name, listed, list }: Synced): void {
  const { revision, lookedAt } = list;
  const { api } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const stale = stalePage(list, state.rows);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed page is retried at every check for changes
  useEffect(() => {
    if (stale === -1) store.dispatch({ type: "listBroughtUpToDate", list: name });
    if (revision === null || stale === undefined || stale === -1) return;
    const leaving = new AbortController();
    const key = keys.list(listed);
    const before = client.getQueryData<LoadedPages>(key);
    const cursor = (before?.pageParams[stale] ?? null) as string | null;
    const read = queue.during(async () => {
      const part = { ...listed, cursor, limit: pageSize.maximum };
      return toLoadedPage(await listSubmissions(api, part, leaving.signal), revision);
    }, pageAfter);
    read.then(
      (page) => {
        if (leaving.signal.aborted) return;
        takeIn(store, client, name, key, { page, index: stale, cursor, wasEmpty: isEmpty(before) });
      },
      () => {},
    );
    return () => leaving.abort();
  }, [api, client, queue, listed, name, store, revision, stale, lookedAt]);
}

const isEmpty = (list: LoadedPages | undefined) => list?.pages.every(({ items }) => items.length === 0);

function stalePage({ loaded, pageOf, revision }: ShownList, rows: InboxState["rows"]): number | undefined {
  const first = pageOf[rows.first] ?? 0;
  const last = pageOf[Math.min(rows.last, pageOf.length - 1)] ?? 0;
  return loaded?.pages.findIndex(
    (page, index) => page.revision !== revision && (index === 0 || (index >= first && index <= last)),
  );
}

type ReadAgain = { page: LoadedPage; index: number; cursor: string | null; wasEmpty: boolean | undefined };

/** Replaces a page. New messages of the first page are held back. */
function takeIn(
  { get, dispatch }: InboxStore,
  client: QueryClient,
  name: string,
  key: QueryKey,
  { page, index, cursor, wasEmpty }: ReadAgain,
): void {
  const { currentList, seenUntil } = get();
  // A list that the user has just entered, or that is empty, shows all messages at once.
  const atOnce = currentList !== name || wasEmpty;
  const split =
    index === 0 && !atOnce ? splitNewMessages(page, seenUntil) : { newMessages: [], page, more: false };
  dispatch({ type: "listBroughtUpToDate", list: name });
  if (index === 0) {
    const newMessages = { messages: split.newMessages, more: split.more };
    dispatch({ type: "newMessagesFound", list: name, found: newMessages });
  }
  client.setQueryData<LoadedPages>(key, (now) => {
    if (!now || (now.pageParams[index] ?? null) !== cursor) return now;
    if (!split.more) return withPage(now, index, split.page);
    const [first, ...others] = now.pages;
    return first ? { ...now, pages: [{ ...first, revision: page.revision }, ...others] } : now;
  });
}

/** Returns the new messages that the list does not show yet, and the function that adds them. */
function useNewMessages({ store, state, name, listed, list }: Synced) {
  const client = useQueryClient();
  const { messages, more } = newMessagesOf(state, name);
  const first = list.loaded?.pages[0]?.items;
  const waiting = useMemo(() => {
    const firstPageIds = new Set(first?.map(({ id }) => id));
    return messages.filter(({ id }) => !firstPageIds.has(id));
  }, [messages, first]);

  const bringIn = useCallback(() => {
    const key = keys.list(listed);
    store.dispatch({ type: "newMessagesShown", list: name });
    if (more) {
      client.resetQueries({ queryKey: key });
      return;
    }
    client.setQueryData<LoadedPages>(key, (now) => {
      const [first, ...others] = now?.pages ?? [];
      if (!now || !first) return now;
      return { ...now, pages: [{ ...first, items: [...messages, ...first.items] }, ...others] };
    });
  }, [client, listed, name, messages, more, store]);
  return { waiting, more, bringIn };
}

type Shown = Omit<Extract<InboxEvent, { type: "listShown" }>, "type">;

/** Reports to the store the list that React has committed to the screen. */
export function useShownEvents({ dispatch }: InboxStore, { ids, opened, newest }: Shown): void {
  useLayoutEffect(
    () => dispatch({ type: "listShown", ids, opened, newest }),
    [dispatch, ids, opened, newest],
  );
}
