import { type SubmissionAction, submissionActions, toFieldChange } from "#functions/contract/submission.ts";
import type { MessageId } from "#web/language/message-id.ts";
import type { Target, UrlState } from "#web/pages/inbox/types.ts";
import { applyAction, folderMarks } from "./submissions.ts";

export type ActionRow = {
  /** The path of its icon on a 24 px grid: Lucide (ISC licence, lucide.dev). */
  icon: string;
  label: MessageId;
  /** The titles of the toasts about its success and its failure. */
  done: MessageId;
  failed: MessageId;
  /** Its name on a narrow screen, if that differs. */
  shortLabel?: MessageId;
  /** Its keys (`KeyboardEvent.key`). Actions with the same keys form a toggle. */
  keys: readonly [string, ...string[]];
  /** The text of its keys in the list of keys, once for a toggle. */
  help?: MessageId;
  /** Whether the user continues at the next message, because the messages leave the list. */
  movesOn?: true;
};

/**
 * The actions on messages. Buttons, menu, keys, list of keys, queue, undo and toasts follow from this table and from
 * `changeByAction` of the contract.
 */
export const messageActions: Record<SubmissionAction, ActionRow> = {
  read: {
    icon: "M21.2 8.4c.5.38.8.97.8 1.6v10a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V10a2 2 0 0 1 .8-1.6l8-6a2 2 0 0 1 2.4 0zM22 10l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 10",
    label: "inbox.markRead",
    done: "inbox.markRead.done",
    failed: "inbox.markRead.failed",
    shortLabel: "inbox.bar.read",
    keys: ["u"],
    help: "inbox.key.read",
  },
  unread: {
    icon: "M22 13V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h9M22 7l-8.97 5.7a1.94 1.94 0 0 1-2.06 0L2 7M19 16.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 0 0 0-5",
    label: "inbox.markUnread",
    done: "inbox.markUnread.done",
    failed: "inbox.markUnread.failed",
    shortLabel: "inbox.bar.unread",
    keys: ["u"],
  },
  close: {
    icon: "M20 6 9 17l-5-5",
    label: "inbox.close.message",
    done: "inbox.close.done",
    failed: "inbox.close.failed",
    keys: ["e"],
    help: "inbox.key.closeMessage",
  },
  reopen: {
    icon: "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
    label: "inbox.reopen",
    done: "inbox.reopen.done",
    failed: "inbox.reopen.failed",
    keys: ["e"],
  },
  await: {
    icon: "M12 6v6l4 2M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20",
    label: "inbox.await",
    done: "inbox.await.done",
    failed: "inbox.await.failed",
    keys: ["w"],
    help: "inbox.key.await",
  },
  assign: {
    icon: "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 0 0 8a4 4 0 0 0 0-8M19 8v6M22 11h-6",
    label: "inbox.assign",
    done: "inbox.assign.done",
    failed: "inbox.assign.failed",
    keys: ["a"],
    help: "inbox.key.assign",
  },
  spam: {
    icon: "M8.7 2h6.6L22 8.7v6.6L15.3 22H8.7L2 15.3V8.7zM12 8v4M12 16h.01",
    label: "inbox.spam",
    done: "inbox.spam.done",
    failed: "inbox.spam.failed",
    keys: ["s"],
    help: "inbox.key.spam",
    movesOn: true,
  },
  not_spam: {
    icon: "M8.7 2h6.6L22 8.7v6.6L15.3 22H8.7L2 15.3V8.7zm-.2 10 2.5 2.5 4.5-5",
    label: "inbox.notSpam",
    done: "inbox.notSpam.done",
    failed: "inbox.notSpam.failed",
    keys: ["s"],
  },
  delete: {
    icon: "M3 6h18M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6m3 0V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2M10 11v6M14 11v6",
    label: "inbox.delete",
    done: "inbox.delete.done",
    failed: "inbox.delete.failed",
    keys: ["#", "Delete"],
    help: "inbox.key.delete",
    movesOn: true,
  },
};

/** The actions by their first key: the two of a toggle, or a single one. */
export const toggles: readonly (readonly SubmissionAction[])[] = [
  ...Map.groupBy(submissionActions, (action) => messageActions[action].keys[0]).values(),
];

/** Returns whether an action sets the state or the assignee of a conversation. */
export function isOfConversation(action: SubmissionAction): boolean {
  const [field] = toFieldChange({ action }) ?? [];
  return field === "state" || field === "assignee";
}

/** Returns the actions that change messages of a folder. */
export const listFolderActions = (filter: UrlState["filter"]): SubmissionAction[] =>
  submissionActions.filter((action) => {
    const [field, value] = toFieldChange({ action }) ?? [];
    if (field === "state" || field === "assignee") return filter !== "spam";
    return field === undefined || folderMarks[filter][field] !== value;
  });

/**
 * Returns the action of a toggle on messages: the first that changes one of them, else the last. With `filter`, only
 * actions that change messages of that folder.
 */
export function chooseAction(
  toggle: readonly SubmissionAction[],
  target: Target,
  filter?: UrlState["filter"],
): SubmissionAction | undefined {
  const folderActions = filter ? listFolderActions(filter) : submissionActions;
  const hasEffect = (action: SubmissionAction) =>
    folderActions.includes(action) &&
    (target === "bulk" || target.some((submission) => applyAction(submission, { action }) !== submission));
  return toggle.find(hasEffect) ?? toggle.at(-1);
}
