import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useBulkAction, useChanges } from "./changes/changes.tsx";
import { createRowActions } from "./changes/row-actions.ts";
import { useSenderBlock } from "./changes/sender-block.ts";
import { useCursor } from "./keyboard/cursor.ts";
import { recallSelection } from "./list/list-memory.ts";
import { type ShownList, useShownList } from "./list/shown-list.ts";
import { useSync } from "./list/sync.ts";
import { recallAnsweredId, useAnsweringMemory } from "./message/questions.tsx";
import { useSubmission } from "./queries.ts";
import { useFocus } from "./shared/focus.ts";
import { useOnePane } from "./shared/layout.ts";
import { noNarrowing } from "./shared/narrowing.ts";
import { applyChanges } from "./shared/submissions.ts";
import { useUrlState, writeUrlState } from "./shared/url-state.ts";
import {
  createInboxState,
  createInboxStore,
  emptySelection,
  extendSelection,
  type InboxStore,
  removeUnlisted,
  selectAll,
  toggleMessage,
} from "./store.ts";
import type { Change, Inbox, InboxState, LoadedPages, MessageSelection, Target } from "./types.ts";

/** Builds the state and the actions of the inbox, for one administrator. */
export function useInboxModel(administratorId: string): Inbox {
  const { url, selection: listSelection, move, back } = useUrlState();
  const name = `${administratorId} ${writeUrlState({ ...listSelection, openedId: null })}`;
  const { store, state } = useInboxStore(name, url.search);
  const { set } = store;
  const scroller = useRef<HTMLDivElement>(null);

  const { state: queue, change, undo, undos } = useChanges();
  const list = useShownList(listSelection, queue);
  const { ids } = list;
  const detail = useDetail(url.openedId, list.loaded, queue.changes);
  const base = { name, store, state, url, listSelection, list };
  const { addNewMessages, ...newMessages } = useSync(base);
  const focus = useFocusOnEntry(url.openedId);
  const cursor = useCursor({ store, state, focus, scroller, ids, openedId: url.openedId });
  const bulk = useBulkAction(store, undos);
  const selection = useSelection(store, state, name, list);
  const open = (id: string, replace = false) => {
    focus.detail(id);
    cursor.show(id);
    move({ openedId: id }, { replace });
  };
  return {
    ...base,
    set,
    onePane: useOnePane(),
    scroller,
    move,
    open,
    close() {
      if (url.openedId && ids.includes(url.openedId)) cursor.focusRow(url.openedId);
      back();
    },
    showAll() {
      set({ searchText: "" });
      move({ filter: "all", search: "", ...noNarrowing });
    },
    narrow: (narrowing) => move({ ...narrowing, openedId: null }, { replace: true }),
    detail,
    newMessages,
    showNewMessages() {
      const [newest] = newMessages.heldMessages;
      addNewMessages();
      scroller.current?.scrollTo({ top: 0 });
      if (!newest) return;
      store.noteFocusedRow(ids, newest.id);
      focus.row(newest.id);
    },
    cursor,
    ...selection,
    changes: queue.changes,
    ...createRowActions({ ...base, ...selection, cursor, open, change, bulk, focusList: focus.list, back }),
    ...useSenderBlock(store, undos),
    undo,
    stopBulk: bulk.stop,
  };
}

/**
 * Creates the store when the user enters the inbox. After a reload it restores the selection of the list `name`, and
 * which message the user was answering.
 */
function useInboxStore(name: string, search: string) {
  const [store] = useState(() => {
    const initialState = createInboxState(name, search, recallSelection(name));
    return createInboxStore({ ...initialState, answeredId: recallAnsweredId() });
  });
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  useAnsweringMemory(state.answeredId);
  return { store, state };
}

/**
 * Returns the opened message. React renders a newly opened message after the list, so that its row responds to a click
 * at once.
 */
function useDetail(
  openedId: string | null,
  loadedPages: LoadedPages | undefined,
  changes: readonly Change[],
): Inbox["detail"] {
  const id = useDeferredValue(openedId);
  const query = useSubmission(id, loadedPages);
  const submission = query.data && applyChanges(changes, query.data);
  return { id, query, submission };
}

/**
 * Returns the selection of the shown list, the functions that change it, and the target of an action on it. The target
 * is `bulk` for all messages that match the filter, search and narrowing, also unloaded ones, and null without a
 * selection.
 */
function useSelection({ get, set }: InboxStore, { selections }: InboxState, name: string, list: ShownList) {
  const { ids, submissions } = list;
  const selected = useMemo(() => removeUnlisted(selections.get(name), ids), [selections, name, ids]);
  const target = useMemo<Target | null>(() => {
    if (selected.bulk) return "bulk";
    return selected.ids.size === 0 ? null : submissions.filter(({ id }) => selected.ids.has(id));
  }, [selected, submissions]);
  const setSelected = (nextSelection: MessageSelection) =>
    set({ selections: new Map(get().selections).set(name, nextSelection) });
  return {
    selected,
    target,
    select: (id: string, range: boolean) =>
      setSelected(range ? extendSelection(selected, ids, id) : toggleMessage(selected, id)),
    selectLoaded: () => setSelected(selectAll(ids)),
    selectMatching: () => setSelected({ ...selectAll(ids), bulk: true }),
    deselect: () => setSelected(emptySelection),
  };
}

/** Returns the functions that move the focus. On entry to the inbox, focuses the message that the URL names, if any. */
function useFocusOnEntry(openedId: string | null) {
  const focus = useFocus();
  const openedOnEntry = useRef(openedId);
  useEffect(() => {
    if (openedOnEntry.current) focus.detail(openedOnEntry.current);
  }, [focus]);
  return focus;
}
