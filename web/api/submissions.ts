import type { Language } from "#cms/content/site.ts";
import type { MailAlert, MailAlerts } from "#functions/contract/mail-alert.ts";
import {
  type BlockedSenders,
  type BlockOutcome,
  type FullPage,
  type FullSubmission,
  inclusions,
  type Narrowing,
  type Submission,
  type SubmissionAction,
  type SubmissionBulkInput,
  type SubmissionBulkOutcome,
  type SubmissionCounts,
  type SubmissionFilter,
  type SubmissionMatchingOutcome,
  type SubmissionPatch,
  type SubmissionStats,
} from "#functions/contract/submission.ts";
import type { Api, RawApi } from "./client.ts";

/** The content of an inbox list: the messages of a folder that match the search (empty for all) and the narrowing. */
export type Selection = Narrowing & { filter: SubmissionFilter; search: string };

/** Returns the query parameters of a selection. */
export const toSelectionQuery = ({ filter, search, ...narrowing }: Selection) => ({
  filter,
  q: search,
  ...toNarrowingQuery(narrowing),
});

/** Returns the query parameters of a narrowing. */
export const toNarrowingQuery = ({ service, language, from, to }: Narrowing) => ({
  service,
  language,
  from,
  to,
});

type PageRequest = Selection & { cursor: string | null; limit?: number | undefined; sender?: string };

// The inbox shows these parts with every message.
const include = inclusions.join(",");

/**
 * Returns one page of the inbox, newest first, with doubts, wishes, phone number and sender block (`inclusions`).
 * `cursor` is the `next_cursor` of the previous page, or null for the first page.
 */
export function listSubmissions(
  api: Api,
  { cursor, limit, sender, ...selection }: PageRequest,
  signal?: AbortSignal,
): Promise<FullPage> {
  const query = { ...toSelectionQuery(selection), cursor: cursor ?? undefined, limit, sender, include };
  return api("/api/submissions", { query, signal });
}

/** The counts and their inbox revision, which changes with every change of any submission. */
export type Overview = { counts: SubmissionCounts; revision: string | null };

/** Returns the number of submissions in every filter, or `previous` itself if nothing has changed since. */
export async function readOverview(
  rawApi: RawApi,
  previous: Overview | undefined,
  signal?: AbortSignal,
): Promise<Overview> {
  const headers = previous?.revision ? { "If-None-Match": previous.revision } : {};
  const response = await rawApi("/api/submissions/counts", { headers, signal });
  if (response.status === 304 && previous) return previous;
  return { counts: (await response.json()) as SubmissionCounts, revision: response.headers.get("ETag") };
}

/** Returns the number of submissions of a narrowing in every filter. */
export function readNarrowedCounts(
  api: Api,
  narrowing: Narrowing,
  signal?: AbortSignal,
): Promise<SubmissionCounts> {
  return api("/api/submissions/counts", { query: toNarrowingQuery(narrowing), signal });
}

/** Returns a submission with all inclusions. @throws ApiError `not_found` if it does not exist */

export function readSubmission(api: Api, id: string, signal?: AbortSignal): Promise<FullSubmission> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { query: { include }, signal });
}

/** Changes a submission and returns it without its inclusions. */
export function changeSubmission(
  api: Api,
  id: string,
  patch: SubmissionPatch,
  signal?: AbortSignal,
): Promise<Submission> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { method: "PATCH", body: patch, signal });
}

/** Deletes a submission permanently. @throws ApiError `not_found` if it is already deleted */
export function deleteSubmission(api: Api, id: string, signal?: AbortSignal): Promise<null> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { method: "DELETE", signal });
}

/** Blocks the sender of a submission: all their present and future messages are spam. Returns the moved messages. */
export function blockSender(api: Api, id: string, signal?: AbortSignal): Promise<BlockOutcome> {
  return api(`/api/submissions/${encodeURIComponent(id)}/block`, { method: "POST", signal });
}

/** Returns the most recently blocked senders. */
export function listBlockedSenders(api: Api, signal?: AbortSignal): Promise<BlockedSenders> {
  return api("/api/blocked-senders", { signal });
}

/** Ends a block. Messages in spam stay there. @throws ApiError `not_found` if the block has already ended */
export function unblockSender(api: Api, block: string, signal?: AbortSignal): Promise<null> {
  return api(`/api/blocked-senders/${encodeURIComponent(block)}`, { method: "DELETE", signal });
}

/** Applies an action to at most 500 submissions, or on failure to none of them. */
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
 * Applies an action to one batch of the messages of a selection. Messages after `until` (ISO 8601, the newest message
 * that the user saw) stay unchanged. The caller repeats the call while `more` of the response is true.
 */
export function changeMatching(
  api: Api,
  selection: Selection,
  until: string,
  action: SubmissionAction,
  signal: AbortSignal,
): Promise<SubmissionMatchingOutcome> {
  const body: SubmissionBulkInput = { matching: { ...toSelectionQuery(selection), until }, action };
  return api("/api/submissions/bulk", { method: "POST", body, signal });
}

/** Returns the messages of a selection as a CSV stream (RFC 4180) with texts in the language `lang`. */
export function exportSubmissions(
  rawApi: RawApi,
  selection: Selection,
  lang: Language,
  signal: AbortSignal,
): Promise<Response> {
  return rawApi("/api/submissions/export.csv", {
    query: { ...toSelectionQuery(selection), lang },
    headers: { Accept: "text/csv, application/problem+json" },
    signal,
  });
}

/** Returns the statistics of the last `days` days. */
export function readStatistics(api: Api, days: number, signal?: AbortSignal): Promise<SubmissionStats> {
  return api("/api/submissions/stats", { query: { days }, signal });
}

/** Returns the problems that prevent mail delivery to the company, newest first. */
export async function listMailAlerts(api: Api, signal?: AbortSignal): Promise<MailAlert[]> {
  return (await api<MailAlerts>("/api/mail-alerts", { signal })).items;
}

/** Removes a resolved alert. @throws ApiError `not_found` if it is already removed */
export function removeMailAlert(api: Api, id: string): Promise<null> {
  return api(`/api/mail-alerts/${encodeURIComponent(id)}`, { method: "DELETE" });
}
