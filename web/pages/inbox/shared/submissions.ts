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

export function toLoadedPage(answer: ScreenedPage, revision: string | null): LoadedPage {
  const end = answer.next_cursor === null ? null : (answer.items.at(-1) ?? null);
  return { ...answer, end: end && { id: end.id, created_at: end.created_at }, revision };
}

/** Returns all loaded submissions once, newest first, with the index of their page. */
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
 * Replaces page `index` with a response. A response that reaches beyond the end of the old page is cut. Messages of the
 * old page that are older than the response become a separate page.
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

/** Splits a first page into messages newer than `seenUntil` and the rest. `more`: later pages may have new ones too. */
export function splitNewMessages(
  page: LoadedPage,
  seenUntil: string,
): { newMessages: ScreenedSubmission[]; page: LoadedPage; more: boolean } {
  const newMessages = page.items.filter(({ created_at }) => created_at > seenUntil);
  if (newMessages.length === 0) return { newMessages, page, more: false };
  const items = page.items.filter(({ created_at }) => created_at <= seenUntil);
  return { newMessages, page: { ...page, items }, more: items.length === 0 && page.next_cursor !== null };
}

/** Returns a submission after an action: null if deleted, the same object if unchanged. */
export function afterAction(
  submission: ScreenedSubmission,
  action: SubmissionAction,
): ScreenedSubmission | null {
  if (action === "delete") return null;
  const [field, value] = fieldOf[action];
  if (submission[field] === value) return submission;
  // The edge also ends the block of the sender.
  return { ...submission, [field]: value, ...(action === "not_spam" && { sender_block: null }) };
}

/** The field that an action sets, and its value. */
export const fieldOf = {
  read: ["read", true],
  unread: ["read", false],
  spam: ["spam", true],
  not_spam: ["spam", false],
} as const satisfies Record<Exclude<SubmissionAction, "delete">, ["read" | "spam", boolean]>;

/** Returns the action that reverses another one. A deletion is permanent. */
export function opposite(action: SubmissionAction): SubmissionAction | null {
  return (
    ({ read: "unread", unread: "read", spam: "not_spam", not_spam: "spam" } as const)[action as "read"] ??
    null
  );
}

/** Applies confirmed changes to a page. */
export const pageAfter = <Page extends ScreenedPage>(page: Page, confirmed: readonly Confirmed[]): Page => ({
  ...page,
  items: page.items.flatMap((item) => changed(confirmed, item) ?? []),
});

/** Applies a confirmed change to loaded pages. Unchanged pages stay the same objects. */
export function pagesAfter(list: LoadedPages, confirmed: Confirmed): LoadedPages {
  const isChanged = (page: LoadedPage) => page.items.some(({ id }) => confirmed.ids.has(id));
  if (!list.pages.some(isChanged)) return list;
  return {
    ...list,
    pages: list.pages.map((page) => (isChanged(page) ? pageAfter(page, [confirmed]) : page)),
  };
}

export function holds(filter: SubmissionFilter, { read, spam }: ScreenedSubmission): boolean {
  if (filter === "spam") return spam;
  return !spam && (filter === "all" || read === (filter === "read"));
}

/** Returns the counts after a submission has changed; `after` is null if it was deleted. */
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

/** Creates a change of the submissions that the action changes, null if it changes none. */
export function changeOf(
  action: SubmissionAction,
  submissions: readonly ScreenedSubmission[],
): Change | null {
  const concerned = submissions.filter((submission) => afterAction(submission, action) !== submission);
  const ids = new Set(concerned.map(({ id }) => id));
  return concerned.length === 0 ? null : { action, submissions: concerned, ids };
}

/** Applies changes to a submission. Returns null if a change deletes it. */
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

/**
 * Applies the settled changes after the first `settledAtRead`, and all pending changes, to counts. `isCounted` selects
 * the messages.
 */
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
