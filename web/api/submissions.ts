import type { FullPage, SubmissionBulkOutcome } from "#functions/contract/answers.schema.ts";
import type { Narrowing, SubmissionBulkInput } from "#functions/contract/submission.schema.ts";
import {
  type ActionInput,
  inclusions,
  pickProperties,
  type SubmissionFilter,
} from "#functions/contract/submission.ts";
import type { Api } from "./client.ts";

/**
 * The content of an inbox list: the messages of a folder that match the search (empty for all) and the narrowing. `me` is
 * the administrator, whom the criterion `assignee: "me"` and the search `assigned:me` mean.
 */
export type Selection = Narrowing & { filter: SubmissionFilter; search: string; me?: string };

/** Returns the parameters of a selection, for API requests, for the address of the page and for query keys. */
export const toSelectionQuery = ({ filter, search, ...narrowing }: Selection) => ({
  filter,
  q: search,
  ...toNarrowingQuery(narrowing),
});

/** Returns the parameters of a narrowing: properties and days. It drops the other fields of a selection. */
export const toNarrowingQuery = (narrowing: Narrowing) => ({
  ...pickProperties((name) => narrowing[name]),
  assignee: narrowing.assignee,
  from: narrowing.from,
  to: narrowing.to,
});

type PageRequest = Selection & { cursor: string | null; limit?: number | undefined; sender?: string };

/** The parts that the inbox shows with every message, as the query parameter `include`. */
export const include = inclusions.join(",");

/**
 * Returns one page of the inbox, newest first, with the optional parts that the inbox shows (`inclusions`): doubts,
 * plan and meeting, phone number, sender block and the outcome of the acknowledgement.
 * `cursor` is the `next_cursor` of the previous page, or null for the first page. `sender` is an e-mail address.
 */
export async function listSubmissions(
  api: Api,
  { cursor, limit, sender, ...selection }: PageRequest,
  signal?: AbortSignal,
): Promise<FullPage> {
  const query = { ...toSelectionQuery(selection), limit, sender, include };
  const readPage = (from: string | null): Promise<FullPage> =>
    api("/api/submissions", { query: { ...query, cursor: from ?? undefined }, signal });
  let page = await readPage(cursor);
  // The edge answers a long search in parts, which can be empty.
  while (page.items.length === 0 && page.next_cursor !== null) page = await readPage(page.next_cursor);
  return page;
}

/** Returns the address of a submission in the API. */
export const toSubmissionPath = (id: string) => `/api/submissions/${encodeURIComponent(id)}` as const;

/** Ends a block. Messages in spam stay there. @throws ApiError `not_found` if the block has already ended */
export function unblockSender(api: Api, block: string, signal?: AbortSignal): Promise<null> {
  return api(`/api/blocked-senders/${encodeURIComponent(block)}`, { method: "DELETE", signal });
}

/** Applies an action to at most 500 submissions, or on failure to none of them. */
export function changeSubmissions(
  api: Api,
  ids: string[],
  action: ActionInput,
  signal?: AbortSignal,
): Promise<SubmissionBulkOutcome> {
  const body: SubmissionBulkInput = { ids, ...action };
  return api("/api/submissions/bulk", { method: "POST", body, signal });
}
