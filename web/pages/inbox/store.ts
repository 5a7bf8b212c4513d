import { createStore } from "./shared/hooks.ts";
import type { FocusedRow, InboxState, MessageSelection } from "./types.ts";

/** Creates the store of the inbox. `ids` are the messages of the list on screen. */
export function createInboxStore(initialState: InboxState) {
  const { get, set: setState, subscribe } = createStore(initialState);
  const set = (parts: Partial<InboxState>) => {
    const names = Object.keys(parts) as (keyof InboxState)[];
    if (names.some((name) => parts[name] !== get()[name])) setState({ ...get(), ...parts });
  };
  return {
    get,
    subscribe,
    /** Replaces parts of the state. Notifies the listeners if one of them changes. */
    set,
    /**
     * Stores the indexes of the focused row and the opened message in the list that React has committed to the screen,
     * and the time of its newest message. A message that leaves the list keeps its last index, from which the keyboard
     * moves to its neighbors.
     */
    noteShownList(ids: readonly string[], openedId: string | null, newest: string) {
      const { focusedRow, openedIndex, seenUntil } = get();
      const listIndex = openedId === null ? -1 : ids.indexOf(openedId);
      set({
        focusedRow: focusedRow && updateIndex(focusedRow, ids),
        openedIndex: listIndex >= 0 || openedId === null ? listIndex : openedIndex,
        seenUntil: newest > seenUntil ? newest : seenUntil,
      });
    },
    /** Stores the focused row with its index, at which the focus continues once the row has left the list. */
    noteFocusedRow(ids: readonly string[], id: string) {
      const { focusedRow } = get();
      const row = focusedRow?.id === id ? focusedRow : { id, index: focusedRow?.index ?? -1 };
      set({ focusedRow: updateIndex(row, ids) });
    },
  };
}

export type InboxStore = ReturnType<typeof createInboxStore>;

/** Returns a row with its index in the list, the last one if it has left the list. */
function updateIndex(row: FocusedRow, ids: readonly string[]): FocusedRow {
  const index = ids.indexOf(row.id);
  return index === -1 || index === row.index ? row : { ...row, index };
}

/** Creates the state of an inbox that opens with the list named `list`, its search text and its restored selection. */
export const createInboxState = (list: string, search: string, selected: MessageSelection): InboxState => ({
  searchText: search,
  focusedRow: null,
  openedIndex: -1,
  selections: new Map([[list, selected]]),
  seenUntil: "",
  currentList: null,
  newMessages: new Map(),
  topRows: new Map(),
  rows: { first: 0, last: 0 },
  deletionTarget: null,
  otherAnswer: null,
  blockCandidate: null,
  leavingIds: new Set(),
  areKeysShown: false,
});

export const emptySelection: MessageSelection = {
  ids: new Set(),
  anchor: null,
  isAllLoaded: false,
  isBulk: false,
};

/**
 * Adds a message to the selection or removes it. A bulk selection, which includes unloaded messages, keeps only its
 * other loaded messages.
 */
export function toggleMessage(selected: MessageSelection, id: string): MessageSelection {
  const ids = new Set(selected.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, isAllLoaded: false, isBulk: false };
}

/**
 * Adds the messages from the anchor, the message toggled last, to `id`, both included. Without an anchor in the list,
 * adds only `id`.
 */
export function extendSelection(
  selected: MessageSelection,
  order: readonly string[],
  id: string,
): MessageSelection {
  const to = order.indexOf(id);
  const from = selected.anchor === null ? to : order.indexOf(selected.anchor);
  if (to === -1) return selected;
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  const ids = new Set([...selected.ids, ...order.slice(first, last + 1)]);
  return { ids, anchor: from === -1 ? id : selected.anchor, isAllLoaded: false, isBulk: false };
}

/** Returns the selection of all messages that are loaded now. `order` has their ids in the order of the list. */
export const selectAll = (order: readonly string[]): MessageSelection => ({
  ids: new Set(order),
  anchor: null,
  isAllLoaded: true,
  isBulk: false,
});

/** Returns the selection of a list, by default none, without messages that have left the list. */
export function removeUnlisted(
  selected: MessageSelection | undefined,
  order: readonly string[],
): MessageSelection {
  if (!selected) return emptySelection;
  if (selected.ids.size === 0) return selected;
  const listedIds = new Set(order);
  const ids = new Set([...selected.ids].filter((id) => listedIds.has(id)));
  if (ids.size === selected.ids.size) return selected;
  return ids.size === 0 ? emptySelection : { ...selected, ids };
}
