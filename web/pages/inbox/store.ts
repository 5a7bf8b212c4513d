// The state of the inbox, and what can happen to it. Messages are in the query client, their pending changes in
// changes/queue-state.ts, the filter, the search and the opened message in the address (url-state.ts).
import type { ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import { allOf, extended, nothing, remaining, type Selected, toggled } from "./selection.ts";

/** Some messages, or everything that the list's filter and search let through. */
export type Target = readonly ScreenedSubmission[] | "bulk";

/** An action on a bulk selection, under way: `done` messages so far, of `total` where it is known. */
export type Progress = { action: SubmissionAction; done: number; total: number | null };

/** Messages that came in and are kept aside; with `more` they are not all. */
export type NewMessages = { messages: readonly ScreenedSubmission[]; more: boolean };

type Dialog = "keys" | "statistics";

export type InboxState = {
  /** What is written in the search; the address follows. */
  typed: string;
  /** The row that the keyboard is at, and where it stood when it was shown last; -1 where it never was. */
  focused: { id: string; index: number } | null;
  /** Where the opened message stood when it was shown last, -1 where it never was. */
  openedIndex: number;
  /** What is selected, by list: in another list something else is, or nothing. */
  selections: ReadonlyMap<string, Selected>;
  /** When the newest message that was shown came in. What is newer was not seen, and no bulk action reaches it. */
  seenUntil: string;
  /** The list that has been up to date since it was entered: what comes in from then on is kept aside. */
  currentList: string | null;
  /** What is kept aside, by list. */
  newMessages: ReadonlyMap<string, NewMessages>;
  /** The row at the top of each list when it was left. */
  tops: ReadonlyMap<string, number>;
  /** The rows that are rendered. */
  rows: { first: number; last: number };
  /** What is to be deleted once the question about it is answered. */
  deleting: Target | null;
  /** The message that an answer was begun to in another program, until the user says whether it was sent. */
  answering: string | null;
  /** The message whose sender is to be blocked once the question about it is answered. */
  blocking: ScreenedSubmission | null;
  /** The messages whose rows are seen to leave. */
  leaving: ReadonlySet<string>;
  bulkProgress: Progress | null;
  dialogs: ReadonlySet<Dialog>;
};

/** `list` is the name of a list; `ids` are its messages as they are shown. */
export type InboxEvent =
  | { type: "searchTyped"; typed: string }
  // A list is on the screen, with the time of its newest message: React has committed that, not only rendered it.
  | { type: "listShown"; ids: readonly string[]; opened: string | null; newest: string }
  | { type: "rowsShown"; first: number; last: number }
  | { type: "listLeft"; list: string; row: number }
  | { type: "rowFocused"; ids: readonly string[]; id: string }
  | { type: "messageToggled"; list: string; ids: readonly string[]; id: string }
  | { type: "rangeSelected"; list: string; ids: readonly string[]; id: string }
  | { type: "loadedSelected"; list: string; ids: readonly string[] }
  | { type: "bulkSelected"; list: string; ids: readonly string[] }
  | { type: "deselected"; list: string }
  // Something was done to messages.
  | { type: "handled"; list: string; ids: readonly string[]; handled: ReadonlySet<string> }
  | { type: "listBroughtUpToDate"; list: string }
  | { type: "newMessagesFound"; list: string; found: NewMessages }
  | { type: "newMessagesShown"; list: string }
  | { type: "deletionAsked"; target: Target }
  | { type: "deletionAnswered" }
  | { type: "blockAsked"; submission: ScreenedSubmission }
  | { type: "blockAnswered" }
  | { type: "answerBegun"; id: string }
  | { type: "answerEnded" }
  | { type: "rowsLeaving"; ids: ReadonlySet<string> }
  | { type: "rowsLeft" }
  | { type: "bulkProgressed"; progress: Progress | null }
  | { type: "dialogOpened"; dialog: Dialog }
  | { type: "dialogClosed"; dialog: Dialog };

/** The inbox as it is entered, at `list`, with what was selected there the last time. */
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

/** What is selected in a list; what has left the list is not. */
export const selectionOf = (
  selections: InboxState["selections"],
  list: string,
  ids: readonly string[],
): Selected => remaining(selections.get(list) ?? nothing, ids);

/** What is kept aside of a list. */
export const newMessagesOf = ({ newMessages }: InboxState, list: string): NewMessages =>
  newMessages.get(list) ?? noNewMessages;

const noNewMessages: NewMessages = { messages: [], more: false };

/** The state after an event; the same one where nothing changes. */
export function inboxAfter(state: InboxState, event: InboxEvent): InboxState {
  switch (event.type) {
    case "searchTyped":
      return { ...state, typed: event.typed };
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
      // Who has handled it has said what became of it.
      const isAnswered = state.answering !== null && event.handled.has(state.answering);
      return { ...withSelection(state, event), answering: isAnswered ? null : state.answering };
    }
    case "listBroughtUpToDate":
      return state.currentList === event.list ? state : { ...state, currentList: event.list };
    case "newMessagesFound":
      return { ...state, newMessages: new Map(state.newMessages).set(event.list, event.found) };
    case "newMessagesShown":
      return { ...state, newMessages: new Map(state.newMessages).set(event.list, noNewMessages) };
    case "deletionAsked":
      return { ...state, deleting: event.target };
    case "deletionAnswered":
      return { ...state, deleting: null };
    case "blockAsked":
      return { ...state, blocking: event.submission };
    case "blockAnswered":
      return { ...state, blocking: null };
    case "answerBegun":
      return { ...state, answering: event.id };
    case "answerEnded":
      return { ...state, answering: null };
    case "rowsLeaving":
      return { ...state, leaving: event.ids };
    case "rowsLeft":
      return { ...state, leaving: new Set() };
    case "bulkProgressed":
      return { ...state, bulkProgress: event.progress };
    case "dialogOpened":
      return { ...state, dialogs: new Set(state.dialogs).add(event.dialog) };
    case "dialogClosed":
      return { ...state, dialogs: new Set([...state.dialogs].filter((each) => each !== event.dialog)) };
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

type Choice = Event<
  "messageToggled" | "rangeSelected" | "loadedSelected" | "bulkSelected" | "deselected" | "handled"
>;

const withSelection = (state: InboxState, event: Choice): InboxState => ({
  ...state,
  selections: new Map(state.selections).set(event.list, afterChoice(state, event)),
});

function afterChoice(state: InboxState, event: Choice): Selected {
  if (event.type === "deselected") return nothing;
  const { list, ids } = event;
  if (event.type === "loadedSelected") return allOf(ids);
  if (event.type === "bulkSelected") return { ...allOf(ids), bulk: true };
  const selected = selectionOf(state.selections, list, ids);
  if (event.type === "messageToggled") return toggled(selected, event.id);
  if (event.type === "rangeSelected") return extended(selected, ids, event.id);
  // What was selected has had what it was selected for; something else may have been done meanwhile to the opened one.
  return [...selected.ids].every((id) => event.handled.has(id)) ? nothing : selected;
}

/** Holds the state, and tells who listens when an event has changed it. */
export function createInboxStore(first: InboxState) {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch(event: InboxEvent) {
      const next = inboxAfter(state, event);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

export type InboxStore = ReturnType<typeof createInboxStore>;
