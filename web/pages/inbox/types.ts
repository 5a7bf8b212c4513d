import type { UseQueryResult } from "@tanstack/react-query";
import type { RefObject } from "react";
import type {
  Narrowing,
  ScreenedPage,
  ScreenedSubmission,
  SubmissionAction,
  SubmissionCounts,
} from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";

/** The place of a submission in the order of time. */
export type Position = Pick<ScreenedSubmission, "created_at" | "id">;

/**
 * A loaded page. `end` is the position at which its `next_cursor` goes on, null on the last page. `revision` is the
 * revision of the inbox that it was read at, null when that was unknown.
 */
export type LoadedPage = ScreenedPage & { end: Position | null; revision: string | null };

/** The loaded pages of a list as the query client stores them, each with its cursor. */
export type LoadedPages = { pages: LoadedPage[]; pageParams: unknown[] };

/** A pending change: one action on submissions, as they were before it, that the edge has not confirmed. */
export type Change = {
  action: SubmissionAction;
  /** Only the submissions that the action changes. */
  submissions: readonly ScreenedSubmission[];
  ids: ReadonlySet<string>;
};

/** A change that the edge has confirmed. */
export type Confirmed = Pick<Change, "action" | "ids">;

export type QueueState = {
  /** The pending changes, oldest first. The screen shows them as done. */
  changes: readonly Change[];
  /** What has to return before they are sent. */
  waitsFor: "network" | "session" | null;
  /** The submissions that the changes concern, without these changes; null once deleted. */
  known: ReadonlyMap<string, ScreenedSubmission | null>;
  /** All confirmed changes of submissions: before and after, null once deleted. */
  settled: readonly { before: ScreenedSubmission; after: ScreenedSubmission | null }[];
};

/** Sends changes in order, and keeps answers that were under way consistent with them. */
export type ChangeQueue = {
  get(): QueueState;
  subscribe(listener: () => void): () => void;
  add(change: Change): void;
  /** Removes a change that was never sent. Returns false when the edge was already asked for it. */
  cancel(change: Change): boolean;
  /** Sends the changes that wait for the network or the session. */
  resume(): void;
  /** Runs a request beside the order whose answer alone says what it has changed. */
  ask(request: () => Promise<Confirmed>): Promise<Confirmed>;
  /** Reads an answer that contains submissions. `correct` adds the changes that were confirmed meanwhile. */
  during<Answer>(
    read: () => Promise<Answer>,
    correct: (answer: Answer, confirmed: readonly Confirmed[]) => Answer,
  ): Promise<Answer>;
  /** Reads an answer beside which no change was sent, and the number of `settled` changes that it includes. */
  undisturbed<Answer>(read: () => Promise<Answer>): Promise<{ answer: Answer; settled: number }>;
};

/** The content of the address: what the list shows, and the opened message. */
export type UrlState = Selection & { opened: string | null };

/**
 * The selection: some of the loaded messages, all that were loaded then (`loaded`), or everything that matches the list's
 * filter and search (`bulk`). A range starts at `anchor`.
 */
export type Selected = {
  ids: ReadonlySet<string>;
  anchor: string | null;
  loaded: boolean;
  bulk: boolean;
};

/** Some messages, or everything that matches the list's filter and search. */
export type Target = readonly ScreenedSubmission[] | "bulk";

/** The progress of an action on a bulk selection: `done` messages so far; `total` is null when unknown. */
export type Progress = { action: SubmissionAction; done: number; total: number | null };

/** New messages that the list does not show yet; with `more` they are not all. */
export type NewMessages = { messages: readonly ScreenedSubmission[]; more: boolean };

type Dialog = "keys" | "statistics";

export type InboxState = {
  /** The text in the search field. The address follows it. */
  typed: string;
  /** The row at the keyboard, and its last index in the list, -1 if it never was there. */
  focused: { id: string; index: number } | null;
  /** The last index of the opened message in the list, -1 if it never was there. */
  openedIndex: number;
  /** The selection of each list. */
  selections: ReadonlyMap<string, Selected>;
  /** The time of the newest message that was shown. No bulk action reaches newer messages. */
  seenUntil: string;
  /** The list that is up to date since it was entered: messages that arrive from then on are kept aside. */
  currentList: string | null;
  /** The new messages that are kept aside, by list. */
  newMessages: ReadonlyMap<string, NewMessages>;
  /** The row at the top of each list when the user left it. */
  tops: ReadonlyMap<string, number>;
  /** The rendered rows. */
  rows: { first: number; last: number };
  /** The messages to delete if the user confirms. */
  deleting: Target | null;
  /** The message that the user answers in another program, until the user says whether the answer was sent. */
  answering: string | null;
  /** The message whose sender is to be blocked if the user confirms. */
  blocking: ScreenedSubmission | null;
  /** The messages whose rows fade out. */
  leaving: ReadonlySet<string>;
  bulkProgress: Progress | null;
  dialogs: ReadonlySet<Dialog>;
};

/** What can happen to the state. `list` is the name of a list; `ids` are its messages as they are shown. */
export type InboxEvent =
  // React has committed a list to the screen, with the time of its newest message.
  | { type: "listShown"; ids: readonly string[]; opened: string | null; newest: string }
  | { type: "rowsShown"; first: number; last: number }
  | { type: "listLeft"; list: string; row: number }
  | { type: "rowFocused"; ids: readonly string[]; id: string }
  | { type: "messageToggled"; list: string; ids: readonly string[]; id: string }
  | { type: "rangeSelected"; list: string; ids: readonly string[]; id: string }
  | { type: "loadedSelected"; list: string; ids: readonly string[] }
  | { type: "bulkSelected"; list: string; ids: readonly string[] }
  | { type: "deselected"; list: string }
  // The user has acted on messages.
  | { type: "handled"; list: string; ids: readonly string[]; handled: ReadonlySet<string> }
  | { type: "listBroughtUpToDate"; list: string }
  | { type: "newMessagesFound"; list: string; found: NewMessages }
  | { type: "newMessagesShown"; list: string }
  | { type: "dialogOpened"; dialog: Dialog }
  | { type: "dialogClosed"; dialog: Dialog };

export type InboxStore = {
  get(): InboxState;
  subscribe(listener: () => void): () => void;
  dispatch(event: InboxEvent): void;
  /** Replaces parts of the state that no other part depends on. */
  set(
    parts: Partial<
      Pick<InboxState, "typed" | "deleting" | "answering" | "blocking" | "leaving" | "bulkProgress">
    >,
  ): void;
};

/** The list as it is shown: the loaded messages with the pending changes. */
export type ShownList = {
  submissions: readonly ScreenedSubmission[];
  ids: readonly string[];
  /** The index of the loaded page of each message. */
  pageOf: readonly number[];
  query: Pick<
    UseQueryResult<LoadedPages>,
    "isPending" | "isPlaceholderData" | "isFetching" | "isError" | "error"
  > & { hasNextPage: boolean; fetchNextPage(): void };
  /** The loaded pages of this list; undefined while another list stands in for it. */
  loaded: LoadedPages | undefined;
  counts: SubmissionCounts | undefined;
  /** The number of unread messages in the whole inbox. */
  unread: number | undefined;
  /** The number of matching messages, loaded or not; null while unknown. */
  total: number | null;
  failed: boolean;
  revision: string | null;
  /** The time of the last successful look for news. */
  lookedAt: number;
  /** The edge does not answer, so changes by others are not visible. */
  stale: boolean;
  retry(): void;
};

type FocusMove = "next" | "previous" | "first" | "last";

/** Moves through the rows, and from the opened message to its neighbours. */
export type Cursor = {
  /** The row that the tab key reaches. */
  tabStop: string | null;
  focused: string | null;
  focusRow(id: string | null | undefined): void;
  /** Focuses the row that the tab key reaches, or the list itself if it has no row. */
  focusList(): void;
  moveFocus(move: FocusMove): void;
  /** Returns the message before or after the opened one. */
  beside(step: 1 | -1): string | null;
  /** Scrolls a row into view. */
  show(id: string): void;
};

/** The state and the actions that the folders of the inbox share. */
export type Inbox = {
  /** The name of the list: the administrator and what the list shows. */
  name: string;
  store: InboxStore;
  state: InboxState;
  dispatch: InboxStore["dispatch"];
  set: InboxStore["set"];
  /** The element that scrolls the list. */
  scroller: RefObject<HTMLDivElement | null>;

  url: UrlState;
  /** What the list shows. */
  listed: Selection;
  move(change: Partial<UrlState>, options?: { replace?: boolean }): void;
  open(id: string, replace?: boolean): void;
  close(): void;
  /** Leaves the filter, the search and the narrowing. */
  showAll(): void;
  /** Changes the named parts of the narrowing. */
  narrow(narrowing: Narrowing): void;

  list: ShownList;
  /** The opened message. `submission` includes the pending changes; null when one of them deletes it. */
  detail: {
    id: string | null;
    query: Pick<UseQueryResult<ScreenedSubmission>, "error" | "refetch">;
    submission: ScreenedSubmission | null | undefined;
  };
  newMessages: { waiting: readonly ScreenedSubmission[]; more: boolean };
  /** Adds the new messages to the list and scrolls to the newest. */
  showNewMessages(): void;
  cursor: Cursor;

  selected: Selected;
  /** The selected messages, null for none. */
  target: Target | null;
  select(id: string, range: boolean): void;

  /** The pending changes. */
  changes: readonly Change[];
  /** Acts on messages; asks before a deletion. */
  act(action: SubmissionAction, target: Target): void;
  /** Answers the question about a deletion. */
  answer(yes: boolean): void;
  undo(): void;
  stopBulk(): void;
  /** Asks whether to block the sender of a message. */
  block(submission: ScreenedSubmission): void;
  answerBlock(yes: boolean): void;
  unblock(submission: ScreenedSubmission): void;
};
