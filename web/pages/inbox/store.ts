import { createContext, useContext } from "react";
import type { Inbox, InboxEvent, InboxState, InboxStore, NewMessages, Selected } from "./types.ts";

export const InboxContext = createContext<Inbox | null>(null);

/**
 * Returns the state and the actions that the folders of the inbox share. @throws Error outside of the inbox's screen
 */
export function useInbox(): Inbox {
  const inbox = useContext(InboxContext);
  if (!inbox) throw new Error("useInbox needs the inbox's screen");
  return inbox;
}

/** Creates the store, which notifies its listeners when the state has changed. */
export function createInboxStore(first: InboxState): InboxStore {
  let state = first;
  const listeners = new Set<() => void>();
  const become = (next: InboxState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch: (event) => become(inboxAfter(state, event)),
    set: (parts) => become({ ...state, ...parts }),
  };
}

/** Creates the state of an inbox that opens with `list`. */
export const inboxAt = (list: string, search: string, selected: Selected): InboxState => ({
  typed: search,
  focused: null,
  openedIndex: -1,
  selections: new Map([[list, selected]]),
  seenUntil: "",
  currentList: null,
  newMessages: new Map(),
  tops: new Map(),
  rows: { first: 0, last: 0 },
  deleting: null,
  answering: null,
  blocking: null,
  leaving: new Set(),
  bulkProgress: null,
  dialogs: new Set(),
});

const noNewMessages: NewMessages = { messages: [], more: false };

/** Returns the new messages that a list holds back. */
export const newMessagesOf = ({ newMessages }: InboxState, list: string): NewMessages =>
  newMessages.get(list) ?? noNewMessages;

/** Returns the state after an event; the same object if nothing changes. */
export function inboxAfter(state: InboxState, event: InboxEvent): InboxState {
  switch (event.type) {
    case "listShown":
      return afterShown(state, event);
    case "rowsShown": {
      const { first, last } = event;
      const same = state.rows.first === first && state.rows.last === last;
      return same ? state : { ...state, rows: { first, last } };
    }
    case "listLeft":
      return { ...state, tops: new Map(state.tops).set(event.list, event.row) };
    case "rowFocused":
      return afterFocus(state, event);
    case "messageToggled":
    case "rangeSelected":
    case "loadedSelected":
    case "bulkSelected":
    case "deselected":
      return withSelection(state, event);
    case "handled": {
      // An action on the answered message closes the question whether the answer was sent.
      const isAnswered = state.answering !== null && event.handled.has(state.answering);
      return { ...withSelection(state, event), answering: isAnswered ? null : state.answering };
    }
    case "listBroughtUpToDate":
      return state.currentList === event.list ? state : { ...state, currentList: event.list };
    case "newMessagesFound":
      return { ...state, newMessages: new Map(state.newMessages).set(event.list, event.found) };
    case "newMessagesShown":
      return { ...state, newMessages: new Map(state.newMessages).set(event.list, noNewMessages) };
    case "dialogOpened":
      return { ...state, dialogs: new Set(state.dialogs).add(event.dialog) };
    case "dialogClosed":
      return { ...state, dialogs: new Set([...state.dialogs].filter((dialog) => dialog !== event.dialog)) };
  }
}

type Event<Type extends InboxEvent["type"]> = Extract<InboxEvent, { type: Type }>;

function afterShown(state: InboxState, { ids, opened, newest }: Event<"listShown">): InboxState {
  const at = state.focused ? ids.indexOf(state.focused.id) : -1;
  const focused =
    state.focused && at >= 0 && at !== state.focused.index ? { ...state.focused, index: at } : state.focused;
  const place = opened === null ? -1 : ids.indexOf(opened);
  const openedIndex = place >= 0 || opened === null ? place : state.openedIndex;
  const seenUntil = newest > state.seenUntil ? newest : state.seenUntil;
  const same =
    focused === state.focused && openedIndex === state.openedIndex && seenUntil === state.seenUntil;
  return same ? state : { ...state, focused, openedIndex, seenUntil };
}

function afterFocus(state: InboxState, { ids, id }: Event<"rowFocused">): InboxState {
  const at = ids.indexOf(id);
  const index = at >= 0 ? at : (state.focused?.index ?? -1);
  const same = state.focused?.id === id && state.focused.index === index;
  return same ? state : { ...state, focused: { id, index } };
}

type SelectionEvent = Event<
  "messageToggled" | "rangeSelected" | "loadedSelected" | "bulkSelected" | "deselected" | "handled"
>;

const withSelection = (state: InboxState, event: SelectionEvent): InboxState => ({
  ...state,
  selections: new Map(state.selections).set(event.list, selectedAfter(state, event)),
});

function selectedAfter(state: InboxState, event: SelectionEvent): Selected {
  if (event.type === "deselected") return nothing;
  const { list, ids } = event;
  if (event.type === "loadedSelected") return allOf(ids);
  if (event.type === "bulkSelected") return { ...allOf(ids), bulk: true };
  const selected = selectionOf(state.selections, list, ids);
  if (event.type === "messageToggled") return toggled(selected, event.id);
  if (event.type === "rangeSelected") return extended(selected, ids, event.id);
  // An action on the selection ends it. An action on the opened message does not.
  return [...selected.ids].every((id) => event.handled.has(id)) ? nothing : selected;
}

export const nothing: Selected = { ids: new Set(), anchor: null, loaded: false, bulk: false };

/** Adds a message to the selection or removes it. A bulk selection becomes the other loaded messages. */
export function toggled(selected: Selected, id: string): Selected {
  const ids = new Set(selected.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, loaded: false, bulk: false };
}

/** Adds the messages from the anchor to `id`, both included. */
export function extended(selected: Selected, order: readonly string[], id: string): Selected {
  const to = order.indexOf(id);
  const from = selected.anchor === null ? to : order.indexOf(selected.anchor);
  if (to === -1) return selected;
  const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  const ids = new Set([...selected.ids, ...order.slice(first, last + 1)]);
  return { ids, anchor: from === -1 ? id : selected.anchor, loaded: false, bulk: false };
}

/** Selects all loaded messages. */
export const allOf = (order: readonly string[]): Selected => ({
  ids: new Set(order),
  anchor: null,
  loaded: true,
  bulk: false,
});

/** Removes the messages that have left the list. */
export function remaining(selected: Selected, order: readonly string[]): Selected {
  if (selected.ids.size === 0) return selected;
  const listed = new Set(order);
  const ids = new Set([...selected.ids].filter((id) => listed.has(id)));
  if (ids.size === selected.ids.size) return selected;
  return ids.size === 0 ? nothing : { ...selected, ids };
}

/** Returns the selection of a list, without messages that have left it. */
export const selectionOf = (
  selections: InboxState["selections"],
  list: string,
  ids: readonly string[],
): Selected => remaining(selections.get(list) ?? nothing, ids);
