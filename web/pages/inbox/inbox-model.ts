import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { toProblemMessage } from "#web/api/api-error.ts";
import { useText } from "#web/language/use-text.ts";
import { useToast } from "#web/ui/toast.tsx";
import { useChanges } from "./changes/changes.tsx";
import { createRowActions } from "./changes/row-actions.ts";
import { useSenderBlock } from "./changes/sender-block.ts";
import type { Concerns, Detail, Navigation, SelectionTools } from "./concerns.ts";
import { useCursorModel } from "./keyboard/cursor.ts";
import { recallSelection } from "./list/list-memory.ts";
import { type ShownList, useShownList } from "./list/shown-list.ts";
import { useSync } from "./list/sync.ts";
import { recallOtherAnswer, useOtherAnswerMemory } from "./message/questions.tsx";
import { useOldestUnanswered, useSubmission } from "./queries.ts";
import { useFocus } from "./shared/focus.ts";
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
import type { Change, InboxState, LoadedPages, MessageSelection, Target } from "./types.ts";

/** Builds the concerns of the inbox, for one administrator. */
export function useInboxModel(administratorId: string): Concerns {
  const { url, selection: listSelection, move, back } = useUrlState(administratorId);
  const listName = `${administratorId} ${writeUrlState({ ...listSelection, openedId: null })}`;
  const { store, state } = useInboxStore(listName, url.search);
  const { set } = store;
  const scroller = useRef<HTMLDivElement>(null);

  const { state: queue, change, changeMatching, undo, undos, stop } = useChanges();
  const list = useShownList(listSelection, queue);
  const { ids } = list;
  const detail = useDetailModel(url.openedId, list.loaded, queue.changes);
  const { addNewMessages, ...heldMessages } = useSync({ store, state, listName, url, listSelection, list });
  const focus = useFocusOnEntry(url.openedId);
  const cursor = useCursorModel({ store, state, focus, scroller, ids, openedId: url.openedId });
  const selection = useSelectionModel(store, state, listName, list);
  const findOldestUnanswered = useOldestUnanswered();
  const toast = useToast();
  const text = useText();
  const navigation: Navigation = {
    url,
    listSelection,
    listName,
    move,
    open(id, replace = false) {
      focus.detail(id);
      cursor.show(id);
      move({ openedId: id }, { replace });
    },
    compose(kind) {
      if (url.openedId === null) return false;
      focus.composer(url.openedId, kind);
      return true;
    },
    // A message that could not be loaded has no composer.
    awaitsComposer: () =>
      focus.awaitsComposer(url.openedId) && (detail.id !== url.openedId || detail.query.isPending),
    close() {
      if (url.openedId && ids.includes(url.openedId)) cursor.focusRow(url.openedId);
      back();
    },
    showAll() {
      set({ searchText: "" });
      move({ filter: "all", search: "", ...noNarrowing });
    },
    openOldestUnanswered() {
      void findOldestUnanswered().then(
        (id) => (id ? navigation.open(id) : toast({ title: text("inbox.oldest.none"), tone: "success" })),
        (error) =>
          toast({ title: text("toast.error"), description: text(toProblemMessage(error)), tone: "critical" }),
      );
    },
    narrow: (narrowing) => move({ ...narrowing, openedId: null }, { replace: true }),
  };
  const show = () => {
    const [newest] = heldMessages.heldMessages;
    addNewMessages();
    scroller.current?.scrollTo({ top: 0 });
    if (!newest) return;
    store.noteFocusedRow(ids, newest.id);
    focus.row(newest.id);
  };
  const base = { store, navigation, list, cursor, selection };
  const actions = {
    changes: queue.changes,
    progress: queue.progress,
    ...createRowActions({ ...base, change, changeMatching, administratorId, focusList: focus.list, back }),
    ...useSenderBlock(store, undos),
    undo,
    stop,
  };
  return { ...base, state, scroller, newMessages: { ...heldMessages, show }, detail, actions };
}

/**
 * Creates the store when the user enters the inbox. After a reload it restores the selection of the list, and which
 * message the user was answering.
 */
function useInboxStore(listName: string, search: string) {
  const [store] = useState(() => {
    const initialState = createInboxState(listName, search, recallSelection(listName));
    return createInboxStore({ ...initialState, otherAnswer: recallOtherAnswer() });
  });
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  useOtherAnswerMemory(state.otherAnswer);
  return { store, state };
}

/**
 * Returns the opened message. React renders a newly opened message after the list, so that its row responds to a click
 * at once.
 */
function useDetailModel(
  openedId: string | null,
  loadedPages: LoadedPages | undefined,
  changes: readonly Change[],
): Detail {
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
function useSelectionModel(
  { get, set }: InboxStore,
  { selections }: InboxState,
  listName: string,
  list: ShownList,
): SelectionTools {
  const { ids, submissions } = list;
  const selected = useMemo(() => removeUnlisted(selections.get(listName), ids), [selections, listName, ids]);
  const target = useMemo<Target | null>(() => {
    if (selected.isBulk) return "bulk";
    return selected.ids.size === 0 ? null : submissions.filter(({ id }) => selected.ids.has(id));
  }, [selected, submissions]);
  const setSelected = (nextSelection: MessageSelection) =>
    set({ selections: new Map(get().selections).set(listName, nextSelection) });
  return {
    selected,
    target,
    select: (id: string, range: boolean) =>
      setSelected(range ? extendSelection(selected, ids, id) : toggleMessage(selected, id)),
    selectLoaded: () => setSelected(selectAll(ids)),
    selectMatching: () => setSelected({ ...selectAll(ids), isBulk: true }),
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
