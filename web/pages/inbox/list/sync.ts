import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useMemo } from "react";
import { pageSize } from "#functions/contract/submission.ts";
import { listSubmissions, type Selection } from "#web/api/submissions.ts";
import { keys, pageAfter, useChangeQueue, useInboxApi } from "#web/pages/inbox/queries.ts";
import { splitNewMessages, toLoadedPage, withPage } from "#web/pages/inbox/shared/submissions.ts";
import { newMessagesOf } from "#web/pages/inbox/store.ts";
import type {
  InboxEvent,
  InboxState,
  InboxStore,
  LoadedPage,
  LoadedPages,
  ShownList,
} from "#web/pages/inbox/types.ts";

type Synced = {
  store: InboxStore;
  state: InboxState;
  /** The name of the list. */
  name: string;
  selection: Selection;
  opened: string | null;
  list: ShownList;
};

/**
 * Keeps what is on the screen true: when the revision moves on, the visible pages are read again, and so are
 * others when they are scrolled to. New messages are kept aside until the user wants to see them.
 */
export function useSync(synced: Synced) {
  const { store, opened, list } = synced;
  const newest = list.loaded?.pages[0]?.items[0]?.created_at ?? "";
  useShownEvents(store, { ids: list.ids, opened, newest });
  useFreshPages(synced);
  return useNewMessages(synced);
}

/** Reads the first visible page again that is older than the revision, one after the other. */
function useFreshPages({ store, state, name, selection, list }: Synced): void {
  const { revision, lookedAt } = list;
  const { api } = useInboxApi();
  const client = useQueryClient();
  const queue = useChangeQueue();
  const stale = stalePage(list, state.rows);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read is tried at every look
  useEffect(() => {
    if (stale === -1) store.dispatch({ type: "listBroughtUpToDate", list: name });
    if (revision === null || stale === undefined || stale === -1) return;
    const leaving = new AbortController();
    const key = keys.list(selection);
    const before = client.getQueryData<LoadedPages>(key);
    const cursor = (before?.pageParams[stale] ?? null) as string | null;
    const read = queue.during(async () => {
      const asked = { ...selection, cursor, limit: pageSize.maximum };
      return toLoadedPage(await listSubmissions(api, asked, leaving.signal), revision);
    }, pageAfter);
    read.then(
      (page) => {
        if (leaving.signal.aborted) return;
        takeIn(store, client, name, key, { page, index: stale, cursor, wasEmpty: isEmpty(before) });
      },
      () => {},
    );
    return () => leaving.abort();
  }, [api, client, queue, selection, name, store, revision, stale, lookedAt]);
}

const isEmpty = (list: LoadedPages | undefined) => list?.pages.every(({ items }) => items.length === 0);

function stalePage({ loaded, pageOf, revision }: ShownList, rows: InboxState["rows"]): number | undefined {
  const first = pageOf[rows.first] ?? 0;
  const last = pageOf[Math.min(rows.last, pageOf.length - 1)] ?? 0;
  return loaded?.pages.findIndex(
    (page, index) => page.revision !== revision && (index === 0 || (index >= first && index <= last)),
  );
}

type ReadAgain = {
  page: LoadedPage;
  index: number;
  cursor: string | null;
  wasEmpty: boolean | undefined;
};

/** Puts a page that was read again in its place; of the first one, what came in since it was shown is kept aside. */
function takeIn(
  { get, dispatch }: InboxStore,
  client: QueryClient,
  name: string,
  key: QueryKey,
  { page, index, cursor, wasEmpty }: ReadAgain,
): void {
  const { currentList, seenUntil } = get();
  // Who has just come to a list, or waits before an empty one, sees everything at once.
  const atOnce = currentList !== name || wasEmpty;
  const split =
    index === 0 && !atOnce ? splitNewMessages(page, seenUntil) : { newMessages: [], page, more: false };
  dispatch({ type: "listBroughtUpToDate", list: name });
  if (index === 0) {
    dispatch({
      type: "newMessagesFound",
      list: name,
      found: { messages: split.newMessages, more: split.more },
    });
  }
  client.setQueryData<LoadedPages>(key, (now) => {
    if (!now || (now.pageParams[index] ?? null) !== cursor) return now;
    if (!split.more) return withPage(now, index, split.page);
    const [first, ...others] = now.pages;
    return first ? { ...now, pages: [{ ...first, revision: page.revision }, ...others] } : now;
  });
}

/** What is kept aside of the list, and what brings it in. */
function useNewMessages({ store, state, name, selection, list }: Synced) {
  const client = useQueryClient();
  const { messages, more } = newMessagesOf(state, name);
  const first = list.loaded?.pages[0]?.items;
  const waiting = useMemo(() => {
    const there = new Set(first?.map(({ id }) => id));
    return messages.filter(({ id }) => !there.has(id));
  }, [messages, first]);

  const bringIn = useCallback(() => {
    const key = keys.list(selection);
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
  }, [client, selection, name, messages, more, store]);
  return { waiting, more, bringIn };
}

type Shown = Omit<Extract<InboxEvent, { type: "listShown" }>, "type">;

/** Tells the store what is on the screen, once it is. */
export function useShownEvents({ dispatch }: InboxStore, { ids, opened, newest }: Shown): void {
  useLayoutEffect(
    () => dispatch({ type: "listShown", ids, opened, newest }),
    [dispatch, ids, opened, newest],
  );
}
