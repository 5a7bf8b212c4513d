import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Submission, SubmissionFilter } from "#functions/contract/submission.ts";
import { useSession } from "#web/api/session.tsx";
import { countSubmissions, listSubmissions, readSubmission } from "#web/api/submissions.ts";
import { type LoadedPages, mergePages } from "./submission-list.ts";

/** Names of what the query client keeps; every one begins with `all`. */
export const keys = {
  all: ["submissions"] as const,
  lists: ["submissions", "list"] as const,
  list: (filter: SubmissionFilter, search: string) => ["submissions", "list", filter, search] as const,
  counts: ["submissions", "counts"] as const,
  one: (id: string) => ["submissions", "one", id] as const,
};

const fresh = 30_000;
const retryEvery = 10_000;

/** The list behind a filter and a search, page by page; after a failure it tries again by itself. */
export function useSubmissionList(filter: SubmissionFilter, search: string) {
  const { api } = useSession();
  return useInfiniteQuery({
    queryKey: keys.list(filter, search),
    queryFn: ({ pageParam, signal }) => listSubmissions(api, { filter, search, cursor: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    staleTime: fresh,
    refetchInterval: (query) => (query.state.status === "error" ? retryEvery : false),
  });
}

/** The counts, asked again every half minute: they are how a new message shows itself. */
export function useSubmissionCounts() {
  const { api } = useSession();
  return useQuery({
    queryKey: keys.counts,
    queryFn: ({ signal }) => countSubmissions(api, signal),
    refetchInterval: (query) => (query.state.status === "error" ? retryEvery : fresh),
  });
}

/** One submission, if there is an `id`: at once when a list has it, else from the edge. */
export function useSubmission(id: string | null) {
  const { api } = useSession();
  const client = useQueryClient();
  return useQuery({
    queryKey: keys.one(id ?? ""),
    queryFn: ({ signal }) => readSubmission(api, id ?? "", signal),
    enabled: id !== null,
    staleTime: fresh,
    initialData: () => loaded(client, id)?.submission,
    initialDataUpdatedAt: () => loaded(client, id)?.updatedAt,
  });
}

function loaded(
  client: QueryClient,
  id: string | null,
): { submission: Submission; updatedAt: number } | undefined {
  for (const query of client.getQueryCache().findAll({ queryKey: keys.lists })) {
    const { data, dataUpdatedAt } = query.state;
    const submission = mergePages((data as LoadedPages | undefined)?.pages ?? []).find(
      (one) => one.id === id,
    );
    if (submission) return { submission, updatedAt: dataUpdatedAt };
  }
  return undefined;
}
