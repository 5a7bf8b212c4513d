import type { Language } from "#cms/content/site.ts";
import type {
  BlockedSenders,
  BlockOutcome,
  Narrowing,
  ScreenedPage,
  ScreenedSubmission,
  Submission,
  SubmissionAction,
  SubmissionBulkInput,
  SubmissionBulkOutcome,
  SubmissionCounts,
  SubmissionFilter,
  SubmissionMatchingOutcome,
  SubmissionPatch,
  SubmissionStats,
} from "#functions/contract/submission.ts";
import { inclusions } from "#functions/contract/submission.ts";
import type { Api, RawApi } from "./client.ts";

/** What a list of the inbox shows: a folder, and in it what the search finds (empty for everything), of what it is narrowed to. */
export type Selection = Narrowing & { filter: SubmissionFilter; search: string };

/** A selection as the edge takes it, and nothing else. */
export const selectionQuery = ({ filter, search, ...narrowing }: Selection) => ({
  ...{ filter, q: search },
  ...narrowingQuery(narrowing),
});

/** What narrows a selection, as the edge takes it, and nothing else. */
export const narrowingQuery = ({ service, language, from, to }: Narrowing) => ({
  service,
  language,
  from,
  to,
});

type Part = Selection & { cursor: string | null; limit?: number | undefined; sender?: string };

// What the inbox shows of each message beside itself.
const include = inclusions.join(",");

/** One page of the inbox, newest first, each message with all inclusions; `cursor` is the `next_cursor` of the page before, null for the first. */
export function listSubmissions(
  api: Api,
  { cursor, limit, sender, ...selection }: Part,
  signal?: AbortSignal,
): Promise<ScreenedPage> {
  const query = { ...selectionQuery(selection), cursor: cursor ?? undefined, limit, sender, include };
  return api("/api/submissions", { query, signal });
}

/** The counts, and the revision of the inbox that they belong to: it changes with every change of any submission. */
export type Overview = { counts: SubmissionCounts; revision: string | null };

/** How many submissions each filter holds; `known` itself when nothing has changed since. */
export async function readOverview(
  rawApi: RawApi,
  known: Overview | undefined,
  signal?: AbortSignal,
): Promise<Overview> {
  const headers = known?.revision ? { "If-None-Match": known.revision } : {};
  const response = await rawApi("/api/submissions/counts", { headers, signal });
  if (response.status === 304 && known) return known;
  return { counts: (await response.json()) as SubmissionCounts, revision: response.headers.get("ETag") };
}

/** How many submissions of a narrowing each filter holds. */
export function readNarrowedCounts(
  api: Api,
  narrowing: Narrowing,
  signal?: AbortSignal,
): Promise<SubmissionCounts> {
  return api("/api/submissions/counts", { query: narrowingQuery(narrowing), signal });
}

/** One submission with all inclusions. @throws ApiError `not_found` once it is deleted */
export function readSubmission(api: Api, id: string, signal?: AbortSignal): Promise<ScreenedSubmission> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { query: { include }, signal });
}

/** Changes what an administrator may change of a submission; answers with it as it is then, without its inclusions. */
export function changeSubmission(
  api: Api,
  id: string,
  patch: SubmissionPatch,
  signal?: AbortSignal,
): Promise<Submission> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { method: "PATCH", body: patch, signal });
}

/** Removes a submission for good. @throws ApiError `not_found` when it is gone already */
export function deleteSubmission(api: Api, id: string, signal?: AbortSignal): Promise<null> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { method: "DELETE", signal });
}

/** Blocks who sent a submission: all that they have sent and will send is spam. Answers with what went there now, and the block. */
export function blockSender(api: Api, id: string, signal?: AbortSignal): Promise<BlockOutcome> {
  return api(`/api/submissions/${encodeURIComponent(id)}/block`, { method: "POST", signal });
}

/** The senders that were blocked last. */
export function listBlockedSenders(api: Api, signal?: AbortSignal): Promise<BlockedSenders> {
  return api("/api/blocked-senders", { signal });
}

/** Ends a block; what is in spam stays there. @throws ApiError `not_found` when it has ended already */
export function unblockSender(api: Api, block: string, signal?: AbortSignal): Promise<null> {
  return api(`/api/blocked-senders/${encodeURIComponent(block)}`, { method: "DELETE", signal });
}

/** Does one thing to at most 500 submissions at once: to all of them or, when it fails, to none. */
export function changeSubmissions(
  api: Api,
  ids: string[],
  action: SubmissionAction,
  signal?: AbortSignal,
): Promise<SubmissionBulkOutcome> {
  const body: SubmissionBulkInput = { ids, action };
  return api("/api/submissions/bulk", { method: "POST", body, signal });
}

/**
 * Does one thing to what a list shows, as far as one call goes. What came in after `until` (ISO 8601, the newest
 * message that was seen) stays untouched. To be repeated while the answer says `more`.
 */
export function changeMatching(
  api: Api,
  selection: Selection,
  until: string,
  action: SubmissionAction,
  signal: AbortSignal,
): Promise<SubmissionMatchingOutcome> {
  const body: SubmissionBulkInput = { matching: { ...selectionQuery(selection), until }, action };
  return api("/api/submissions/bulk", { method: "POST", body, signal });
}

/** Everything a list shows as CSV for who reads a language, to be read while it comes. */
export function exportSubmissions(
  rawApi: RawApi,
  selection: Selection,
  lang: Language,
  signal: AbortSignal,
): Promise<Response> {
  return rawApi("/api/submissions/export.csv", {
    query: { ...selectionQuery(selection), lang },
    headers: { Accept: "text/csv, application/problem+json" },
    signal,
  });
}

/** What came in during the last `days` days. */
export function readStatistics(api: Api, days: number, signal?: AbortSignal): Promise<SubmissionStats> {
  return api("/api/submissions/stats", { query: { days }, signal });
}
