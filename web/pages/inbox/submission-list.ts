import type {
  Submission,
  SubmissionCounts,
  SubmissionFilter,
  SubmissionPage,
} from "#functions/contract/submission.ts";

/** The loaded pages of a list as the query client keeps them. */
export type LoadedPages = { pages: SubmissionPage[]; pageParams: unknown[] };

/** All loaded submissions, newest first. One that moved to another page while pages were loaded is kept once. */
export function mergePages(pages: readonly SubmissionPage[]): Submission[] {
  const byId = new Map(pages.flatMap((page) => page.items).map((submission) => [submission.id, submission]));
  return [...byId.values()];
}

/** The list after a submission was marked: changed in place, or gone where the filter no longer holds for it. */
export function listAfterMark<List extends LoadedPages>(
  list: List,
  filter: SubmissionFilter,
  id: string,
  read: boolean,
): List {
  const leaves = (filter === "unread" && read) || (filter === "read" && !read);
  if (leaves) return listWithout(list, id);
  return eachPage(list, (items) => items.map((item) => (item.id === id ? { ...item, read } : item)));
}

/** The list without a submission. */
export function listWithout<List extends LoadedPages>(list: List, id: string): List {
  return eachPage(list, (items) => items.filter((item) => item.id !== id));
}

/** The counts after `submission` was marked as read or unread; nothing changes when it was so already. */
export function countsAfterMark(
  counts: SubmissionCounts,
  submission: Submission,
  read: boolean,
): SubmissionCounts {
  if (submission.read === read) return counts;
  const step = read ? 1 : -1;
  return { ...counts, unread: counts.unread - step, read: counts.read + step };
}

/** The counts after `submission` was deleted. */
export function countsWithout(counts: SubmissionCounts, submission: Submission): SubmissionCounts {
  const half = submission.read ? "read" : "unread";
  return { ...counts, all: counts.all - 1, [half]: counts[half] - 1 };
}

function eachPage<List extends LoadedPages>(list: List, change: (items: Submission[]) => Submission[]): List {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: change(page.items) })) };
}
