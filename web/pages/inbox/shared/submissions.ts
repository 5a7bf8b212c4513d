import type {
  ScreenedPage,
  ScreenedSubmission,
  SubmissionAction,
  SubmissionCounts,
  SubmissionFilter,
} from "#functions/contract/submission.ts";
import type {
  Change,
  Confirmed,
  LoadedPage,
  LoadedPages,
  Position,
  QueueState,
} from "#web/pages/inbox/types.ts";

/** A page as the edge has answered it. */
export function toLoadedPage(answer: ScreenedPage, revision: string | null): LoadedPage {
  const end = answer.next_cursor === null ? null : (answer.items.at(-1) ?? null);
  return { ...answer, end: end && { id: end.id, created_at: end.created_at }, revision };
}

/** All loaded submissions, newest first, with the page each stands on. One that two pages hold is kept once. */
export function mergePages(pages: readonly LoadedPage[]): {
  submissions: ScreenedSubmission[];
  pageOf: number[];
} {
  const seen = new Set<string>();
  const submissions: ScreenedSubmission[] = [];
  const pageOf: number[] = [];
  for (const [index, page] of pages.entries()) {
    for (const submission of page.items) {
      if (seen.has(submission.id)) continue;
      seen.add(submission.id);
      submissions.push(submission);
      pageOf.push(index);
    }
  }
  return { submissions, pageOf };
}

/**
 * The list after page `index` was read again. The page reaches as far as it did: an answer that goes further is cut, so
 * that nothing is loaded that was not asked for. What the answer does not reach stays as it was, as a page of its own.
 */
export function withPage(list: LoadedPages, index: number, answer: LoadedPage): LoadedPages {
  const old = list.pages[index];
  if (!old) return list;
  const before = { pages: list.pages.slice(0, index), pageParams: list.pageParams.slice(0, index + 1) };
  const { end } = old;
  if (end && answer.items.some((item) => isOlder(item, end))) {
    const items = answer.items.filter((item) => !isOlder(item, end));
    const pages = [...list.pages];
    pages[index] = { ...answer, items, next_cursor: old.next_cursor, end };
    return { ...list, pages };
  }
  const last = answer.items.at(-1);
  if (answer.next_cursor === null || !last) {
    return {
      pages: [...before.pages, { ...answer, next_cursor: null, end: null }],
      pageParams: before.pageParams,
    };
  }
  const answered = new Set(answer.items.map(({ id }) => id));
  const beyond = old.items.filter((item) => isOlder(item, last) && !answered.has(item.id));
  const after = { pages: list.pages.slice(index + 1), pageParams: list.pageParams.slice(index + 1) };
  if (beyond.length === 0) {
    return {
      pages: [...before.pages, answer, ...after.pages],
      pageParams: [...before.pageParams, ...after.pageParams],
    };
  }
  return {
    pages: [...before.pages, answer, { ...old, items: beyond }, ...after.pages],
    pageParams: [...before.pageParams, answer.next_cursor, ...after.pageParams],
  };
}

const isOlder = (one: Position, other: Position) =>
  one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id);

/**
 * Parts a first page into what came in after `seenUntil` and the rest. `more` tells that it holds nothing else and is not
 * the last: what was there before lies beyond it, unread.
 */
export function splitNewMessages(
  page: LoadedPage,
  seenUntil: string,
): { newMessages: ScreenedSubmission[]; page: LoadedPage; more: boolean } {
  const newMessages = page.items.filter(({ created_at }) => created_at > seenUntil);
  if (newMessages.length === 0) return { newMessages, page, more: false };
  const items = page.items.filter(({ created_at }) => created_at <= seenUntil);
  return { newMessages, page: { ...page, items }, more: items.length === 0 && page.next_cursor !== null };
}

/** What an action makes of a submission: null when it is deleted, itself when it was so already. */
export function afterAction(
  submission: ScreenedSubmission,
  action: SubmissionAction,
): ScreenedSubmission | null {
  if (action === "delete") return null;
  const [field, value] = fieldOf[action];
  if (submission[field] === value) return submission;
  // Who takes a message out of spam lets its sender write.
  return { ...submission, [field]: value, ...(action === "not_spam" && { sender_block: null }) };
}

/** The field that an action sets, and to what. */
export const fieldOf = {
  read: ["read", true],
  unread: ["read", false],
  spam: ["spam", true],
  not_spam: ["spam", false],
} as const satisfies Record<Exclude<SubmissionAction, "delete">, ["read" | "spam", boolean]>;

/** The action that takes another one back; a deletion is for good. */
export function opposite(action: SubmissionAction): SubmissionAction | null {
  return (
    ({ read: "unread", unread: "read", spam: "not_spam", not_spam: "spam" } as const)[action as "read"] ??
    null
  );
}

/** The loaded pages after an action on some submissions: changed in place, the deleted ones gone. */
export function pagesAfter(
  list: LoadedPages,
  ids: ReadonlySet<string>,
  action: SubmissionAction,
): LoadedPages {
  let changed = false;
  const pages = list.pages.map((page) => {
    if (!page.items.some(({ id }) => ids.has(id))) return page;
    changed = true;
    const items = page.items.flatMap((item) => (ids.has(item.id) ? (afterAction(item, action) ?? []) : item));
    return { ...page, items };
  });
  return changed ? { ...list, pages } : list;
}

/** Whether a filter's list holds a submission. */
export function holds(filter: SubmissionFilter, { read, spam }: ScreenedSubmission): boolean {
  if (filter === "spam") return spam;
  return !spam && (filter === "all" || read === (filter === "read"));
}

/** The counts after a submission became another one, or null when it was deleted. */
export function countsAfter(
  counts: SubmissionCounts,
  before: ScreenedSubmission,
  after: ScreenedSubmission | null,
): SubmissionCounts {
  if (before === after) return counts;
  const step = (name: SubmissionFilter) =>
    counts[name] - Number(holds(name, before)) + Number(after !== null && holds(name, after));
  return { all: step("all"), unread: step("unread"), read: step("read"), spam: step("spam") };
}

/** A change of those of `submissions` that are not yet as the action wants them, null when all are. */
export function changeOf(
  action: SubmissionAction,
  submissions: readonly ScreenedSubmission[],
): Change | null {
  const concerned = submissions.filter((submission) => afterAction(submission, action) !== submission);
  const ids = new Set(concerned.map(({ id }) => id));
  return concerned.length === 0 ? null : { action, submissions: concerned, ids };
}

/** What the changes make of a submission, null when one of them deletes it. */
export function changed(
  changes: readonly Confirmed[],
  submission: ScreenedSubmission,
): ScreenedSubmission | null {
  let now: ScreenedSubmission | null = submission;
  for (const { ids, action } of changes) {
    if (now && ids.has(now.id)) now = afterAction(now, action);
  }
  return now;
}

/** Counts that were read when `then` changes were settled, as they are now, with all pending changes; of the messages that count. */
export function countsNow(
  counts: SubmissionCounts,
  then: number,
  { changes, known, settled }: QueueState,
  isCounted: (submission: ScreenedSubmission) => boolean = () => true,
): SubmissionCounts {
  let now = counts;
  for (const { before, after } of settled.slice(then)) {
    if (isCounted(before)) now = countsAfter(now, before, after);
  }
  for (const before of known.values()) {
    if (before && isCounted(before)) now = countsAfter(now, before, changed(changes, before));
  }
  return now;
}
