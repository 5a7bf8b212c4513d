import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Submission, SubmissionFilter } from "#functions/contract/submission.ts";
import { ApiError } from "#web/api/api-error.ts";
import { listSubmissions, type Overview, readOverview, readSubmission } from "#web/api/submissions.ts";
import { useInboxApi } from "./refusal.ts";
import type { LoadedPages } from "./submission-list.ts";

/** Names of what the query client keeps; every one begins with `all`. */
export const keys = {
  all: ["submissions"] as const,
  lists: ["submissions", "list"] as const,
  list: (filter: SubmissionFilter, search: string) => ["submissions", "list", filter, search] as const,
  overview: ["submissions", "overview"] as const,
  one: (id: string) => ["submissions", "one", id] as const,
  senders: ["submissions", "sender"] as const,
  sender: (email: string) => ["submissions", "sender", email.toLowerCase()] as const,
  statistics: (days: number) => ["submissions", "statistics", days] as const,
};

// The first page is there sooner when it is short; the others come before they are seen.
const laterPages = 100;

const lookEvery = 8_000;
const lookAtMost = 60_000;
const retryEvery = 10_000;

/** The revision of the inbox that was seen last. */
const knownRevision = (client: QueryClient) => client.getQueryData<Overview>(keys.overview)?.revision ?? null;

/**
 * The list behind a filter and a search, page by page. Once loaded it is only asked for again page by page,
 * where the revision says that something changed; after a failure it tries again by itself.
 */
export function useSubmissionList(filter: SubmissionFilter, search: string) {
  const { api } = useInboxApi();
  const client = useQueryClient();
  return useInfiniteQuery({
    queryKey: keys.list(filter, search),
    queryFn: async ({ pageParam, signal }) => {
      const revision = knownRevision(client);
      const limit = pageParam === null ? undefined : laterPages;
      const page = await listSubmissions(api, { filter, search, cursor: pageParam, limit }, signal);
      return { ...page, revision };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Comparing thousands of rows deeply takes longer than showing them.
    structuralSharing: false,
    refetchInterval: (query) => (query.state.status === "error" && !query.state.data ? retryEvery : false),
  });
}

/**
 * The counts and the revision: how the inbox learns of what others do. Asked often and cheaply while somebody
 * looks, ever more seldom while it fails.
 */
export function useOverview() {
  const { rawApi } = useInboxApi();
  const client = useQueryClient();
  const failures = useRef(0);
  return useQuery({
    queryKey: keys.overview,
    queryFn: async ({ signal }) => {
      failures.current += 1;
      const known = client.getQueryData<Overview>(keys.overview);
      const overview = await readOverview(rawApi, known, signal);
      if (known && overview.revision !== known.revision) client.invalidateQueries({ queryKey: keys.senders });
      failures.current = 0;
      return overview;
    },
    refetchInterval: () => Math.min(lookEvery * 2 ** failures.current, lookAtMost),
    refetchOnWindowFocus: "always",
  });
}

/**
 * One submission, if there is an `id`: at once when a list has it, else from the edge. It is read again when the inbox
 * has moved on from `revision`: somebody else may have done something to it.
 */
export function useSubmission(id: string | null, revision: string | null) {
  const { api } = useInboxApi();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: keys.one(id ?? ""),
    queryFn: ({ signal }) => readSubmission(api, id ?? "", signal),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: () => loaded(client, id),
    refetchInterval: ({ state }) => (state.status === "error" && !isGone(state.error) ? retryEvery : false),
  });
  const { refetch } = query;
  const known = useRef(revision);
  useEffect(() => {
    const before = known.current;
    known.current = revision;
    if (id !== null && before !== null && before !== revision) refetch();
  }, [id, revision, refetch]);
  return query;
}

/** Whether an answer says that the submission does not exist (any more). */
export const isGone = (error: unknown) => error instanceof ApiError && error.code === "not_found";

/** The newest submissions from one address. */
export function useSubmissionsOf(email: string) {
  const { api } = useInboxApi();
  return useQuery({
    queryKey: keys.sender(email),
    queryFn: ({ signal }) =>
      listSubmissions(api, { filter: "all", search: "", sender: email, cursor: null, limit: 6 }, signal),
  });
}

function loaded(client: QueryClient, id: string | null): Submission | undefined {
  for (const [, list] of client.getQueriesData<LoadedPages>({ queryKey: keys.lists })) {
    for (const { items } of list?.pages ?? []) {
      const submission = items.find((one) => one.id === id);
      if (submission) return submission;
    }
  }
  return undefined;
}
