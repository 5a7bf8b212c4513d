import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useMemo } from "react";
import type { Selection } from "#web/api/submissions.ts";
import { keys } from "#web/pages/inbox/queries.ts";
import { splitNewMessages, withPage } from "#web/pages/inbox/shared/submissions.ts";
import type { InboxStore } from "#web/pages/inbox/store.ts";
import type { InboxState, LoadedPage, LoadedPages, NewMessages, UrlState } from "#web/pages/inbox/types.ts";
import type { ShownList } from "./shown-list.ts";

type SyncInput = {
  store: InboxStore;
  state: InboxState;
  listName: string;
  url: UrlState;
  listSelection: Selection;
  list: ShownList;
};

/**
 * Keeps the list up to date and reports it to the store. When the revision changes, it reloads the first page and the
 * visible ones, and other pages once they become visible. New messages are held back until the user asks for them.
 */
export function useSync(input: SyncInput) {
  const { store, url, list } = input;
  const newest = list.loaded?.pages[0]?.items[0]?.created_at ?? "";
  const { ids } = list;
  // Only a committed rendering shows a list. Bulk actions do not reach messages that the user has not seen.
  useLayoutEffect(() => store.noteShownList(ids, url.openedId, newest), [store, ids, url.openedId, newest]);
  useStalePageReload(input);
  return useHeldMessages(input);
}

/** Reloads the first page and the visible ones that are older than the revision, one at a time. */
function useStalePageReload({ store, state, listName, listSelection, list }: SyncInput): void {
  const { revision, checkedAt } = list;
  const { readPage } = list.query;
  const client = useQueryClient();
  const staleIndex = findStalePage(list, state.rows);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed page is retried at every check for changes
  useEffect(() => {
    if (staleIndex === -1) store.set({ currentList: listName });
    if (revision === null || staleIndex === undefined || staleIndex === -1) return;
    const abortController = new AbortController();
    const key = keys.list(listSelection);
    const cachedList = client.getQueryData<LoadedPages>(key);
    const cursor = (cachedList?.pageParams[staleIndex] ?? null) as string | null;
    readPage(cursor, abortController.signal).then(
      (page) => {
        if (abortController.signal.aborted) return;
        storePage(store, client, listName, key, {
          page,
          index: staleIndex,
          cursor,
          wasEmpty: isEmpty(cachedList),
        });
      },
      () => {},
    );
    return () => abortController.abort();
  }, [client, readPage, listSelection, listName, store, revision, staleIndex, checkedAt]);
}

const isEmpty = (list: LoadedPages | undefined) => list?.pages.every(({ items }) => items.length === 0);

/**
 * Returns the index of the first page to reload: a visible page, or page 0, in which new messages arrive. Returns -1 if
 * none is older than the revision, undefined before the edge has answered the list.
 */
function findStalePage(
  { loaded, pageOf, revision }: ShownList,
  rows: InboxState["rows"],
): number | undefined {
  if (loaded?.isLocal) return undefined;
  const firstPage = pageOf[rows.first] ?? 0;
  const lastPage = pageOf[Math.min(rows.last, pageOf.length - 1)] ?? 0;
  return loaded?.pages.findIndex(
    (page, index) => page.revision !== revision && (index === 0 || (index >= firstPage && index <= lastPage)),
  );
}

type ReloadedPage = { page: LoadedPage; index: number; cursor: string | null; wasEmpty: boolean | undefined };

/**
 * Replaces a page of the list by its new version. The store holds back new messages of the first page, unless the list
 * is empty or was just entered.
 */
function storePage(
  store: InboxStore,
  client: QueryClient,
  listName: string,
  key: QueryKey,
  { page, index, cursor, wasEmpty }: ReloadedPage,
): void {
  const { currentList, seenUntil } = store.get();
  // A list that the user has just entered, or that is empty, shows all messages at once.
  const showsAllAtOnce = currentList !== listName || wasEmpty;
  const split =
    index === 0 && !showsAllAtOnce
      ? splitNewMessages(page, seenUntil)
      : { newMessages: [], page, hasMore: false };
  store.set({ currentList: listName });
  if (index === 0) holdBack(store, listName, { messages: split.newMessages, hasMore: split.hasMore });
  client.setQueryData<LoadedPages>(key, (cachedList) => {
    if (!cachedList || (cachedList.pageParams[index] ?? null) !== cursor) return cachedList;
    // If the new page has new messages only, the old rows stay until the user asks for the new messages.
    if (!split.hasMore) return withPage(cachedList, index, split.page);
    const [firstPage, ...laterPages] = cachedList.pages;
    return firstPage
      ? { ...cachedList, pages: [{ ...firstPage, revision: page.revision }, ...laterPages] }
      : cachedList;
  });
}

const noNewMessages: NewMessages = { messages: [], hasMore: false };

const holdBack = ({ get, set }: InboxStore, list: string, newMessages: NewMessages) =>
  set({ newMessages: new Map(get().newMessages).set(list, newMessages) });

/**
 * Returns the new messages that the list does not show yet, and the function that adds them. That function reloads the
 * list if later pages may have new messages too (`hasMore`).
 */
function useHeldMessages({ store, state, listName, listSelection, list }: SyncInput) {
  const client = useQueryClient();
  const { messages, hasMore } = state.newMessages.get(listName) ?? noNewMessages;
  const firstPageItems = list.loaded?.pages[0]?.items;
  const heldMessages = useMemo(() => {
    const firstPageIds = new Set(firstPageItems?.map(({ id }) => id));
    return messages.filter(({ id }) => !firstPageIds.has(id));
  }, [messages, firstPageItems]);

  const addNewMessages = () => {
    const key = keys.list(listSelection);
    holdBack(store, listName, noNewMessages);
    if (hasMore) {
      void client.resetQueries({ queryKey: key });
      return;
    }
    client.setQueryData<LoadedPages>(key, (cachedList) => {
      const [firstPage, ...laterPages] = cachedList?.pages ?? [];
      if (!cachedList || !firstPage) return cachedList;
      return {
        ...cachedList,
        pages: [{ ...firstPage, items: [...heldMessages, ...firstPage.items] }, ...laterPages],
      };
    });
  };
  return { heldMessages, hasMore, addNewMessages };
}
