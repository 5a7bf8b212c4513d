import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, type RefObject, useContext } from "react";
import type { FullSubmission } from "#functions/contract/answers.schema.ts";
import type { Draft } from "#functions/contract/conversation.schema.ts";
import type { Narrowing } from "#functions/contract/submission.schema.ts";
import type { SubmissionAction } from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import type { Cursor } from "./keyboard/cursor.ts";
import type { ShownList } from "./list/shown-list.ts";
import type { InboxStore } from "./store.ts";
import type { Change, InboxState, MessageSelection, Progress, Target, UrlState } from "./types.ts";

/** The address of the inbox, and the functions that change it. */
export type Navigation = {
  url: UrlState;
  /** The selection that the list shows. */
  listSelection: Selection;
  /** The name of the list: the id of the administrator and the selection. */
  listName: string;
  move(change: Partial<UrlState>, options?: { replace?: boolean }): void;
  open(id: string, replace?: boolean): void;
  openOldestUnanswered(): void;
  /** Begins an answer or a note to the opened message, now or when it appears. Returns false if none is opened. */
  compose(kind: Draft["kind"]): boolean;
  /** Whether the user has begun to write to a message that does not appear yet. */
  awaitsComposer(): boolean;
  close(): void;
  /** Removes the filter, the search and the narrowing. */
  showAll(): void;
  /** Changes the named parts of the narrowing. */
  narrow(narrowing: Narrowing): void;
};

/** The new messages that the list does not show yet. */
type HeldMessages = {
  heldMessages: readonly FullSubmission[];
  /** Whether later pages may have new messages too. */
  hasMore: boolean;
  /** Adds the new messages to the list and scrolls to the newest. */
  show(): void;
};

/** The opened message. `submission` includes the pending changes; null when one of them deletes it. */
export type Detail = {
  id: string | null;
  query: Pick<UseQueryResult<FullSubmission>, "error" | "isPending" | "refetch">;
  submission: FullSubmission | null | undefined;
};

/** The selected messages, and the functions that select. */
export type SelectionTools = {
  selected: MessageSelection;
  /** The selected messages, null for none. */
  target: Target | null;
  select(id: string, range: boolean): void;
  selectLoaded(): void;
  /** Selects all messages that match the list's filter, search and narrowing, also unloaded ones. */
  selectMatching(): void;
  deselect(): void;
};

/** The actions on messages and their senders. */
export type Actions = {
  /** The pending changes. */
  changes: readonly Change[];
  /**
   * Applies an action to messages. A deletion asks for confirmation. Without an `assignee`, `assign` toggles between the
   * administrator and none.
   */
  act(action: SubmissionAction, target: Target, assignee?: string | null): void;
  /** Answers the question about a deletion. */
  answer(isConfirmed: boolean): void;
  undo(): void;
  /** The progress of a change of many messages, null without one. */
  progress: Progress | null;
  /** Stops that change. */
  stop(): void;
  /** Asks whether to block the sender of a message. */
  block(submission: FullSubmission): void;
  answerBlock(isConfirmed: boolean): void;
  unblock(submission: FullSubmission): void;
};

/** The data and functions that the folders of the inbox share, by concern. Each concern has a hook below. */
export type Concerns = {
  store: InboxStore;
  state: InboxState;
  navigation: Navigation;
  list: ShownList;
  /** The element that scrolls the list. */
  scroller: RefObject<HTMLDivElement | null>;
  newMessages: HeldMessages;
  detail: Detail;
  cursor: Cursor;
  selection: SelectionTools;
  actions: Actions;
};

export const ConcernsContext = createContext<Concerns | null>(null);

function useConcerns(): Concerns {
  const concerns = useContext(ConcernsContext);
  if (!concerns) throw new Error("The inbox's hooks need the inbox's screen");
  return concerns;
}

/** Returns the state of the inbox, its store, and the function that replaces parts of the state. */
export function useInboxState() {
  const { store, state } = useConcerns();
  return { store, state, set: store.set };
}

export const useNavigation = () => useConcerns().navigation;
export const useList = () => useConcerns().list;
export const useScroller = () => useConcerns().scroller;
export const useNewMessages = () => useConcerns().newMessages;
export const useDetail = () => useConcerns().detail;
export const useCursor = () => useConcerns().cursor;
export const useSelection = () => useConcerns().selection;
export const useActions = () => useConcerns().actions;
