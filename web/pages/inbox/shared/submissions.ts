import type { FullPage, FullSubmission, SubmissionCounts } from "#functions/contract/answers.schema.ts";
import {
  type ActionInput,
  bulkSize,
  type SubmissionFilter,
  type SubmissionMark,
  submissionMarks,
  toFieldChange,
} from "#functions/contract/submission.ts";
import type {
  Change,
  ConfirmedChange,
  LoadedPage,
  LoadedPages,
  Position,
  QueueState,
} from "#web/pages/inbox/types.ts";
import { isSelected } from "./narrowing.ts";

/**
 * Returns a page of messages with the position of its end, and the inbox revision known before the read. A newer
 * revision marks the page as stale.
 */
export function toLoadedPage(answer: FullPage, revision: string | null): LoadedPage {
  const end = answer.next_cursor === null ? null : (answer.items.at(-1) ?? null);
  return { ...answer, end: end && { id: end.id, created_at: end.created_at }, revision };
}

/** Returns whether the sender of a message wrote a telephone number, in its field or in the text. */
export const isCallable = ({ phone, phone_numbers: numbers }: FullSubmission): boolean =>
  Boolean(phone) || numbers.phone.length + numbers.message.length > 0;

/** Returns all loaded submissions once, newest first, with the index of their page. Pages can overlap. */
export function mergePages(pages: readonly LoadedPage[]): {
  submissions: FullSubmission[];
  pageOf: number[];
} {
  const seenIds = new Set<string>();
  const submissions: FullSubmission[] = [];
  const pageOf: number[] = [];
  for (const [index, page] of pages.entries()) {
    for (const submission of page.items) {
      if (seenIds.has(submission.id)) continue;
      seenIds.add(submission.id);
      submissions.push(submission);
      pageOf.push(index);
    }
  }
  return { submissions, pageOf };
}

/**
 * Replaces page `index` with a response. A response that reaches beyond the end of the old page is cut. Messages of the
 * old page that are older than the response become a separate page. A response without a next page removes all later
 * pages.
 */
export function withPage(list: LoadedPages, index: number, answer: LoadedPage): LoadedPages {
  const oldPage = list.pages[index];
  if (!oldPage) return list;
  const { end } = oldPage;
  if (end && answer.items.some((item) => isOlder(item, end))) {
    const items = answer.items.filter((item) => !isOlder(item, end));
    const page = { ...answer, items, next_cursor: oldPage.next_cursor, end };
    return { ...list, pages: list.pages.with(index, page) };
  }
  const lastItem = answer.items.at(-1);
  if (answer.next_cursor === null || !lastItem) {
    return {
      pages: [...list.pages.slice(0, index), { ...answer, next_cursor: null, end: null }],
      pageParams: list.pageParams.slice(0, index + 1),
    };
  }
  const responseIds = new Set(answer.items.map(({ id }) => id));
  const items = oldPage.items.filter((item) => isOlder(item, lastItem) && !responseIds.has(item.id));
  if (items.length === 0) return { ...list, pages: list.pages.with(index, answer) };
  return {
    pages: list.pages.toSpliced(index, 1, answer, { ...oldPage, items }),
    pageParams: list.pageParams.toSpliced(index + 1, 0, answer.next_cursor),
  };
}

const isOlder = (a: Position, b: Position) =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id);

/**
 * Separates messages newer than `seenUntil` (ISO 8601) from a first page, so that the list can hold them back until the
 * user asks for them. `hasMore`: later pages may have new messages too.
 */
export function splitNewMessages(
  page: LoadedPage,
  seenUntil: string,
): { newMessages: FullSubmission[]; page: LoadedPage; hasMore: boolean } {
  const newMessages = page.items.filter(({ created_at }) => created_at > seenUntil);
  if (newMessages.length === 0) return { newMessages, page, hasMore: false };
  const items = page.items.filter(({ created_at }) => created_at <= seenUntil);
  return { newMessages, page: { ...page, items }, hasMore: items.length === 0 && page.next_cursor !== null };
}

/** Returns a submission after an action: null if deleted, the same object if unchanged. */
export function applyAction(submission: FullSubmission, action: ActionInput): FullSubmission | null {
  const change = toFieldChange(action);
  if (!change) return null;
  const [field, value] = change;
  if (submission[field] === value) return submission;
  // The edge also ends the block of the sender.
  return { ...submission, [field]: value, ...(action.action === "not_spam" && { sender_block: null }) };
}

/** A pending or confirmed change. */
type AppliedChange = ConfirmedChange & Pick<Change, "matching">;

/** Returns a submission with a new content, null to remove it, or the same object to leave it. */
export type UpdateSubmission = (submission: FullSubmission) => FullSubmission | null;

/** Updates the messages of a page. An unchanged page stays the same object. */
export function updatePage<Page extends FullPage>(page: Page, update: UpdateSubmission): Page {
  const items = page.items.flatMap((item) => update(item) ?? []);
  const isUnchanged =
    items.length === page.items.length && items.every((item, index) => item === page.items[index]);
  return isUnchanged ? page : { ...page, items };
}

/** Updates the messages of loaded pages. An unchanged list and unchanged pages stay the same objects. */
export function updatePages(list: LoadedPages, update: UpdateSubmission): LoadedPages {
  const pages = list.pages.map((page) => updatePage(page, update));
  return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages };
}

/** Applies confirmed or pending changes to the messages of a page, and omits deleted ones. */
export const applyToPage = <Page extends FullPage>(page: Page, changes: readonly AppliedChange[]): Page =>
  updatePage(page, (submission) => applyChanges(changes, submission));

/** Applies confirmed or pending changes to the messages of loaded pages, and omits deleted ones. */
export const applyToPages = (list: LoadedPages, changes: readonly ConfirmedChange[]): LoadedPages =>
  updatePages(list, (submission) => applyChanges(changes, submission));

/** The marks of the submissions in a folder. */
export const folderMarks: Record<SubmissionFilter, Partial<Record<SubmissionMark, boolean>>> = {
  all: { spam: false },
  unread: { spam: false, read: false },
  read: { spam: false, read: true },
  spam: { spam: true },
};

export const isInFilter = (filter: SubmissionFilter, submission: FullSubmission): boolean =>
  submissionMarks.every((mark) => (folderMarks[filter][mark] ?? submission[mark]) === submission[mark]);

/** Returns the counts after a submission has changed; null before or after it that is not counted. */
function updateCounts(
  counts: SubmissionCounts,
  before: FullSubmission | null,
  after: FullSubmission | null,
): SubmissionCounts {
  if (before === after) return counts;
  const count = (name: SubmissionFilter, submission: FullSubmission | null) =>
    Number(submission !== null && isInFilter(name, submission));
  const countAfter = (name: SubmissionFilter) => counts[name] - count(name, before) + count(name, after);
  return {
    ...counts,
    all: countAfter("all"),
    unread: countAfter("unread"),
    read: countAfter("read"),
    spam: countAfter("spam"),
  };
}

/** Splits messages, or their ids, into batches that one call accepts. */
export const toBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / bulkSize.ids) }, (_, index) =>
    items.slice(index * bulkSize.ids, (index + 1) * bulkSize.ids),
  );

/** Creates a change of the submissions that the action changes, null if it changes none. */
export function createChange(action: ActionInput, submissions: readonly FullSubmission[]): Change | null {
  const changedSubmissions = submissions.filter(
    (submission) => applyAction(submission, action) !== submission,
  );
  const ids = new Set(changedSubmissions.map(({ id }) => id));
  return changedSubmissions.length === 0 ? null : { ...action, submissions: changedSubmissions, ids };
}

/** Returns whether a change covers messages that the browser has not loaded, or has forgotten since. */
export const coversUnloaded = ({ matching, ids, submissions }: Change): boolean =>
  matching !== undefined || submissions.length < ids.size;

/** Returns whether a deletion of all that matches covers a submission. Other such changes show only what is confirmed. */
const isDeletedMatch = ({ action, matching }: AppliedChange, submission: FullSubmission) =>
  action === "delete" &&
  matching !== undefined &&
  submission.created_at <= matching.until &&
  isInFilter(matching.selection.filter, submission) &&
  isSelected(matching.selection, submission);

/** Applies changes to a submission. Returns null if a change deletes it. */
export function applyChanges(
  changes: readonly AppliedChange[],
  submission: FullSubmission,
): FullSubmission | null {
  let currentSubmission: FullSubmission | null = submission;
  for (const change of changes) {
    if (!currentSubmission) return null;
    if (change.ids.has(currentSubmission.id) || isDeletedMatch(change, currentSubmission))
      currentSubmission = applyAction(currentSubmission, change);
  }
  return currentSubmission;
}

/**
 * Corrects counts that already include the first `transitionCount` confirmed transitions: applies the later ones, and
 * then all pending changes. `isCounted` selects the messages of a narrowed list.
 */
export function toCurrentCounts(
  counts: SubmissionCounts,
  transitionCount: number,
  { changes, confirmedSubmissions, transitions }: QueueState,
  isCounted: (submission: FullSubmission) => boolean = () => true,
): SubmissionCounts {
  let currentCounts = counts;
  const toCounted = (submission: FullSubmission | null) =>
    submission && isCounted(submission) ? submission : null;
  for (const { before, after } of transitions.slice(transitionCount)) {
    currentCounts = updateCounts(currentCounts, toCounted(before), toCounted(after));
  }
  for (const before of confirmedSubmissions.values()) {
    if (before)
      currentCounts = updateCounts(
        currentCounts,
        toCounted(before),
        toCounted(applyChanges(changes, before)),
      );
  }
  return currentCounts;
}
