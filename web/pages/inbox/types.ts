import type { FullPage, FullSubmission } from "#functions/contract/answers.schema.ts";
import type { otherWays } from "#functions/contract/conversation.ts";
import type { ActionInput, FieldChange } from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";

/** The position of a submission in chronological order. */
export type Position = Pick<FullSubmission, "created_at" | "id">;

/**
 * A loaded page. `end` is the position at which its `next_cursor` continues, null on the last page. `revision` is the
 * revision of the inbox at the time of the read, null if unknown.
 */
export type LoadedPage = FullPage & { end: Position | null; revision: string | null };

/**
 * The loaded pages of a list as the query client stores them, each with its cursor. `isLocal`: without a network the
 * browser selected them from the messages that it had loaded.
 */
export type LoadedPages = { pages: LoadedPage[]; pageParams: unknown[]; isLocal?: true };

/** All messages of a list that arrived up to a moment (ISO 8601), loaded or not. `total` is null if unknown. */
export type Matching = { selection: Selection; until: string; total: number | null };

/** A pending change: an action on submissions that the edge has not confirmed. */
export type Change = ActionInput & {
  /** The loaded submissions that the action changes, as they were before it. */
  submissions: readonly FullSubmission[];
  /** All submissions that the action changes; none if they are those that match. */
  ids: ReadonlySet<string>;
  matching?: Matching;
};

/** A change that the edge has confirmed. */
export type ConfirmedChange = Pick<Change, "action" | "assignee" | "ids">;

/** The values of the field that an action sets, from before the action, by the ids of messages. */
export type PreviousValues = ReadonlyMap<string, FieldChange[1]>;

export type QueueState = {
  /** The pending changes, oldest first. The screen shows their result. */
  changes: readonly Change[];
  /** The changes that wait for their time. The screen shows their result, too. */
  heldChanges: ReadonlySet<Change>;
  /** The condition that has to return before the changes are sent. */
  waitsFor: "network" | "session" | null;
  /** The progress of a change that covers messages which are not loaded. */
  progress: Progress | null;
  /** The submissions of the pending changes by id, as the edge last confirmed them; null once deleted. */
  confirmedSubmissions: ReadonlyMap<string, FullSubmission | null>;
  /** All confirmed changes of submissions that had a pending change: before and after, null once deleted. */
  transitions: readonly { before: FullSubmission; after: FullSubmission | null }[];
};

/** The content of the address: the selection of the list, and the opened message. */
export type UrlState = Selection & { openedId: string | null };

/**
 * The selected messages: some loaded messages, all messages that were loaded at that time (`isAllLoaded`), or all that
 * match the list's filter and search (`isBulk`). A range starts at `anchor`.
 */
export type MessageSelection = {
  ids: ReadonlySet<string>;
  anchor: string | null;
  isAllLoaded: boolean;
  isBulk: boolean;
};

/** The messages of an action: a list, or all messages that match the list's filter and search. */
export type Target = readonly FullSubmission[] | "bulk";

/** The progress of a change: `done` messages so far; `total` is null when unknown. */
export type Progress = { change: Change; done: number; total: number | null };

/** New messages that the list does not show yet. `hasMore`: later pages may have new messages too. */
export type NewMessages = { messages: readonly FullSubmission[]; hasMore: boolean };

/** A row and its index in the list. A row outside the list has the last index of the focus, or -1 before any. */
export type FocusedRow = { id: string; index: number };

/** An answer by another way, such as a telephone call. */
export type OtherAnswer = { id: string; by: (typeof otherWays)[number] };

export type InboxState = {
  /** The text in the search field. The address follows it. */
  searchText: string;
  focusedRow: FocusedRow | null;
  /** The last index of the opened message in the list; -1 if the list never had it. */
  openedIndex: number;
  /** The selection of each list. */
  selections: ReadonlyMap<string, MessageSelection>;
  /** The time of the newest message that was shown. No bulk action reaches newer messages. */
  seenUntil: string;
  /** The list that was brought up to date after the user entered it. It holds back messages that arrive later. */
  currentList: string | null;
  /** The new messages that are held back, by list. */
  newMessages: ReadonlyMap<string, NewMessages>;
  /** The row at the top of each list when the user left it. */
  topRows: ReadonlyMap<string, number>;
  /** The rendered rows. */
  rows: { first: number; last: number };
  /** The messages to delete if the user confirms. */
  deletionTarget: Target | null;
  /** The message that the user answers by another way, until the user says whether it was answered. */
  otherAnswer: OtherAnswer | null;
  /** The message whose sender is to be blocked if the user confirms. */
  blockCandidate: FullSubmission | null;
  /** The messages whose rows fade out. */
  leavingIds: ReadonlySet<string>;
  areKeysShown: boolean;
};
