import type {
  Submission,
  SubmissionAction,
  SubmissionCounts,
  SubmissionFilter,
  SubmissionPage,
} from "#functions/contract/submission.ts";

/** A loaded page and the revision of the inbox that it was read at; null when that was not known yet. */
export type LoadedPage = SubmissionPage & { revision: string | null };

/** The loaded pages of a list as the query client keeps them, each with the cursor that it was asked with. */
export type LoadedPages = { pages: LoadedPage[]; pageParams: unknown[] };

/** All loaded submissions, newest first, with the page each stands on. One that two pages hold is kept once. */
export function mergePages(pages: readonly LoadedPage[]): { submissions: Submission[]; pageOf: number[] } {
  const seen = new Set<string>();
  const submissions: Submission[] = [];
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
 * The list after page `index` was read again. What the answer does not reach stays as it was, as a page of its
 * own, so that nothing is lost between an answer that ends earlier and the next page.
 */
export function withPage(list: LoadedPages, index: number, answer: LoadedPage): LoadedPages {
  const old = list.pages[index];
  if (!old) return list;
  const before = { pages: list.pages.slice(0, index), pageParams: list.pageParams.slice(0, index + 1) };
  const last = answer.items.at(-1);
  if (answer.next_cursor === null || !last) {
    return { pages: [...before.pages, { ...answer, next_cursor: null }], pageParams: before.pageParams };
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

const isOlder = (one: Submission, other: Submission) =>
  one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id);

/** Parts a first page into what came in after `seenUntil` and the rest. */
export function partNewcomers(
  page: LoadedPage,
  seenUntil: string,
): { newcomers: Submission[]; page: LoadedPage } {
  const newcomers = page.items.filter(({ created_at }) => created_at > seenUntil);
  return newcomers.length === 0
    ? { newcomers, page }
    : { newcomers, page: { ...page, items: page.items.filter(({ created_at }) => created_at <= seenUntil) } };
}

/** What an action makes of a submission: null when it is deleted, itself when it was so already. */
export function afterAction(submission: Submission, action: SubmissionAction): Submission | null {
  if (action === "delete") return null;
  const [field, value] = fieldOf[action];
  return submission[field] === value ? submission : { ...submission, [field]: value };
}

/** The field that an action sets, and to what. */
export const fieldOf = {
  read: ["read", true],
  unread: ["read", false],
  spam: ["spam", true],
  not_spam: ["spam", false],
} as const satisfies Record<Exclude<SubmissionAction, "delete">, ["read" | "spam", boolean]>;

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
export function holds(filter: SubmissionFilter, { read, spam }: Submission): boolean {
  if (filter === "spam") return spam;
  return !spam && (filter === "all" || read === (filter === "read"));
}

/** The counts after a submission became another one, or null when it was deleted. */
export function countsAfter(
  counts: SubmissionCounts,
  before: Submission,
  after: Submission | null,
): SubmissionCounts {
  if (before === after) return counts;
  const step = (name: SubmissionFilter) =>
    counts[name] - Number(holds(name, before)) + Number(after !== null && holds(name, after));
  return { all: step("all"), unread: step("unread"), read: step("read"), spam: step("spam") };
}
