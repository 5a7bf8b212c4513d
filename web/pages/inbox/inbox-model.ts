import { useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { recalledAnswering, useAnsweringMemory } from "./answering.ts";
import { useBulkSelection } from "./changes/bulk-selection.ts";
import { changed } from "./changes/change.ts";
import { useChanges } from "./changes/changes.tsx";
import { useRowActions } from "./changes/row-actions.ts";
import { useSenderBlock } from "./changes/sender-block.ts";
import { useCursor } from "./keyboard/cursor.ts";
import { recalledSelection } from "./list/list-memory.ts";
import { useNavigation } from "./navigation.ts";
import { useFocus } from "./next-focus.ts";
import { useSubmission } from "./queries.ts";
import { type ShownList, useShownList } from "./shown-list.ts";
import { createInboxStore, type InboxState, inboxAt, selectionOf, type Target } from "./store.ts";
import type { LoadedPages } from "./submission-list.ts";
import { useSync } from "./sync.ts";
import { useUrlState, writeUrlState } from "./url-state.ts";

/** All that the rooms of the inbox share: the state, what is in the address, what was loaded, what can be done. */
export type Inbox = ReturnType<typeof useInboxModel>;

/** Puts together what the rooms share, for one administrator. */
export function useInboxModel(person: string) {
  const address = useUrlState();
  const { url, selection: listed, move, back } = address;
  const name = `${person} ${writeUrlState({ ...listed, opened: null })}`;
  const [store] = useState(() =>
    createInboxStore({
      ...inboxAt(name, url.search, recalledSelection(name)),
      answering: recalledAnswering(),
    }),
  );
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);
  useAnsweringMemory(state.answering);
  const scroller = useRef<HTMLDivElement>(null);

  const { state: queue, change, undo, undos } = useChanges();
  const list = useShownList(listed, queue);
  const { ids, total } = list;
  const detail = useDetail(url.opened, list.loaded, queue.changes);
  const newMessages = useSync({ store, state, name, selection: listed, opened: url.opened, list });
  const selection = useSelection(state, name, list);

  const focus = useArrival(url.opened);
  const cursor = useCursor({ store, state, focus, scroller, ids, opened: url.opened });
  const bulk = useBulkSelection(store, undos);
  const navigation = useNavigation({ store, name, ids, address, cursor, focus, scroller, newMessages });
  const { open } = navigation;
  const actions = useRowActions({ store, name, url, ids, total, change, bulk, cursor, focus, open, back });
  const senderBlock = useSenderBlock(store, undos);
  return {
    ...{ name, store, state, dispatch: store.dispatch, scroller },
    ...{ url, listed, move, list, detail, newMessages, cursor },
    ...{
      ...selection,
      ...actions,
      ...senderBlock,
      ...navigation,
      undo,
      stopBulk: bulk.stop,
      changes: queue.changes,
    },
  };
}

/** The opened message. The row answers before it is drawn. */
function useDetail(
  opened: string | null,
  loaded: LoadedPages | undefined,
  changes: Parameters<typeof changed>[0],
) {
  const id = useDeferredValue(opened);
  const query = useSubmission(id, loaded);
  /** As it is shown, with its pending changes; null when one of them deletes it. */
  const submission = query.data && changed(changes, query.data);
  return { id, query, submission };
}

/** What is selected, and the messages that are meant by it; null for none. */
function useSelection({ selections }: InboxState, name: string, { ids, submissions }: ShownList) {
  const selected = useMemo(() => selectionOf(selections, name, ids), [selections, name, ids]);
  const target = useMemo<Target | null>(() => {
    if (selected.bulk) return "bulk";
    return selected.ids.size === 0 ? null : submissions.filter(({ id }) => selected.ids.has(id));
  }, [selected, submissions]);
  return { selected, target };
}

/** The focus, which goes first to the message that the address named when the inbox was entered. */
function useArrival(opened: string | null) {
  const focus = useFocus();
  const arrivedAt = useRef(opened);
  useEffect(() => {
    if (arrivedAt.current) focus.detail(arrivedAt.current);
  }, [focus]);
  return focus;
}
