import { createContext, useContext } from "react";
import { useFormatNumber, useLanguage, useText } from "#web/language/use-text.ts";
import { createStore } from "./shared/hooks.ts";
import type { Inbox, InboxEvent, InboxState, InboxStore, MessageSelection, NewMessages } from "./types.ts";

export const InboxContext = createContext<Inbox | null>(null);

/**
 * Returns the shared state and actions of the inbox screen, its language, and the functions that format texts and
 * numbers. @throws Error outside of the inbox's screen
 */
export function useInbox() {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("useInbox needs the inbox's screen");
  return { ...inbox, text: useText(), language: useLanguage(), formatNumber: useFormatNumber() };
}

/** Creates the store of the inbox. */
export function createInboxStore(initialState: InboxState): InboxStore {
  const { get, set, subscribe } = createStore(initialState);
  return {
    get,
    subscribe,
    dispatch: (event) => set(reduceInbox(get(), event)),
    set: (parts) => set({ ...get(), ...parts }),
  };
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
  answeredId: null,
  blockCandidate: null,
  leavingIds: new Set(),
  bulkProgress: null,
  dialogs: new Set(),
});

const noNewMessages: NewMessages = { messages: [], more: false };

/** Returns the new messages that a list holds back. */
export const getNewMessages = ({ newMessages }: InboxState, list: string): NewMessages =>
  newMessages.get(list) ?? noNewMessages;

/** Returns the state after an event; the same object if nothing changes. */
export function reduceInbox(state: InboxState, event: InboxEvent): InboxState {
  switch (event.type) {
    case "listShown":
      return reduceListShown(state, event);
    case "rowsShown": {
      const { first, last } = event;
      const isUnchanged = state.rows.first === first && state.rows.last === last;
      return isUnchanged ? state : { ...state, rows: { first, last } };
    }
    case "listLeft":
      return { ...state, topRows: new Map(state.topRows).set(event.list, event.row) };
    case "rowFocused":
      return reduceRowFocused(state, event);
    case "messageToggled":
    case "rangeSelected":
    case "loadedSelected":
    case "bulkSelected":
    case "deselected":
      return withSelection(state, event);
    case "handled": {
      // An action on the answered message closes the question whether the answer was sent.
      const isAnswered = state.answeredId !== null && event.handled.has(state.answeredId);
      return { ...withSelection(state, event), answeredId: isAnswered ? null : state.answeredId };
    }
    case "listBroughtUpToDate":
      return state.currentList === event.list ? state : { ...state, currentList: event.list };
    case "newMessagesFound":
      return { ...state, newMessages: new Map(state.newMessages).set(event.list, event.messages) };
    case "newMessagesShown":
      return { ...state, newMessages: new Map(state.newMessages).set(event.list, noNewMessages) };
    case "dialogOpened":
      return { ...state, dialogs: new Set(state.dialogs).add(event.dialog) };
    case "dialogClosed":
      return { ...state, dialogs: new Set([...state.dialogs].filter((dialog) => dialog !== event.dialog)) };
  }
}

type InboxEventOf<Type extends InboxEvent["type"]> = Extract<InboxEvent, { type: Type }>;

/**
 * Stores the indexes of the focused row and the opened message in the shown list, and the time of the newest shown
 * message. A message that leaves the list keeps its last index, from which the keyboard moves to its neighbors.
 */
function reduceListShown(
  state: InboxState,
  { ids, openedId, newest }: InboxEventOf<"listShown">,
): InboxState {
  const focusedIndex = state.focusedRow ? ids.indexOf(state.focusedRow.id) : -1;
  const focusedRow =
    state.focusedRow && focusedIndex >= 0 && focusedIndex !== state.focusedRow.index
      ? { ...state.focusedRow, index: focusedIndex }
      : state.focusedRow;
  const listIndex = openedId === null ? -1 : ids.indexOf(openedId);
  const openedIndex = listIndex >= 0 || openedId === null ? listIndex : state.openedIndex;
  const seenUntil = newest > state.seenUntil ? newest : state.seenUntil;
  const isUnchanged =
    focusedRow === state.focusedRow && openedIndex === state.openedIndex && seenUntil === state.seenUntil;
  return isUnchanged ? state : { ...state, focusedRow, openedIndex, seenUntil };
}

/** Stores the focused row with its index, at which the focus continues once the row has left the list. */
function reduceRowFocused(state: InboxState, { ids, id }: InboxEventOf<"rowFocused">): InboxState {
  const listIndex = ids.indexOf(id);
  const index = listIndex >= 0 ? listIndex : (state.focusedRow?.index ?? -1);
  const isUnchanged = state.focusedRow?.id === id && state.focusedRow.index === index;
  return isUnchanged ? state : { ...state, focusedRow: { id, index } };
}

type SelectionEvent = InboxEventOf<
  "messageToggled" | "rangeSelected" | "loadedSelected" | "bulkSelected" | "deselected" | "handled"
>;

/** Returns the state after an event that may change the selected messages of its list. */
const withSelection = (state: InboxState, event: SelectionEvent): InboxState => ({
  ...state,
  selections: new Map(state.selections).set(event.list, reduceSelection(state, event)),
});

function reduceSelection(state: InboxState, event: SelectionEvent): MessageSelection {
  if (event.type === "deselected") return emptySelection;
  const { list, ids } = event;
  if (event.type === "loadedSelected") return selectAll(ids);
  if (event.type === "bulkSelected") return { ...selectAll(ids), bulk: true };
  const selected = findSelection(state.selections, list, ids);
  if (event.type === "messageToggled") return toggleMessage(selected, event.id);
  if (event.type === "rangeSelected") return extendSelection(selected, ids, event.id);
  // An action on the selection ends it. An action on the opened message does not.
  return [...selected.ids].every((id) => event.handled.has(id)) ? emptySelection : selected;
}

export const emptySelection: MessageSelection = { ids: new Set(), anchor: null, loaded: false, bulk: false };

/**
 * Adds a message to the selection or removes it. A bulk selection, which includes unloaded messages, keeps only its
 * other loaded messages.
 */
export function toggleMessage(selected: MessageSelection, id: string): MessageSelection {
  const ids = new Set(selected.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, loaded: false, bulk: false };
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
  return { ids, anchor: from === -1 ? id : selected.anchor, loaded: false, bulk: false };
}

/** Returns the selection of all messages that are loaded now. `order` has their ids in the order of the list. */
export const selectAll = (order: readonly string[]): MessageSelection => ({
  ids: new Set(order),
  anchor: null,
  loaded: true,
  bulk: false,
});

/** Removes the messages that have left the list. */
export function removeUnlisted(selected: MessageSelection, order: readonly string[]): MessageSelection {
  if (selected.ids.size === 0) return selected;
  const listedIds = new Set(order);
  const ids = new Set([...selected.ids].filter((id) => listedIds.has(id)));
  if (ids.size === selected.ids.size) return selected;
  return ids.size === 0 ? emptySelection : { ...selected, ids };
}

/** Returns the selection of a list, without messages that have left it. */
export const findSelection = (
  selections: InboxState["selections"],
  list: string,
  ids: readonly string[],
): MessageSelection => removeUnlisted(selections.get(list) ?? emptySelection, ids);
