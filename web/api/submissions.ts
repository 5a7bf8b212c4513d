import type {
  Submission,
  SubmissionCounts,
  SubmissionFilter,
  SubmissionPage,
  SubmissionPatch,
} from "#functions/contract/submission.ts";
import type { Api } from "./client.ts";

/** One page of the inbox, newest first; `cursor` is the `next_cursor` of the page before, null for the first. */
export function listSubmissions(
  api: Api,
  page: { filter: SubmissionFilter; search: string; cursor: string | null },
  signal?: AbortSignal,
): Promise<SubmissionPage> {
  const { filter, search, cursor } = page;
  return api("/api/submissions", { query: { filter, q: search, cursor: cursor ?? undefined }, signal });
}

/** How many submissions each filter holds. */
export function countSubmissions(api: Api, signal?: AbortSignal): Promise<SubmissionCounts> {
  return api("/api/submissions/counts", { signal });
}

/** One submission. @throws ApiError `not_found` once it is deleted */
export function readSubmission(api: Api, id: string, signal?: AbortSignal): Promise<Submission> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { signal });
}

/** Changes what an administrator may change of a submission; answers with it as it is then. */
export function changeSubmission(api: Api, id: string, patch: SubmissionPatch): Promise<Submission> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { method: "PATCH", body: patch });
}

/** Removes a submission for good. @throws ApiError `not_found` when it is gone already */
export function deleteSubmission(api: Api, id: string): Promise<null> {
  return api(`/api/submissions/${encodeURIComponent(id)}`, { method: "DELETE" });
}
