import { useMemo } from "react";
import type { ScreenedSubmission, SubmissionCounts } from "#functions/contract/submission.ts";
import type { Selection } from "#web/api/submissions.ts";
import { type SeenCounts, useNarrowedCounts, useOverview } from "#web/pages/inbox/queries.ts";
import { countNarrowings, isWithin } from "#web/pages/inbox/shared/narrowing.ts";
import { changed, countsNow, holds, mergePages } from "#web/pages/inbox/shared/submissions.ts";
import type { Change, QueueState } from "#web/pages/inbox/types.ts";
import { useSubmissionList } from "./pages.ts";

/** The list as it is shown: what was loaded, with the pending changes. */
export function useShownList(selection: Selection, queue: QueueState) {
  const { filter, search } = selection;
  const query = useSubmissionList(selection);
  const overview = useOverview();
  const shown = useShownSubmissions(filter, query.data, queue.changes);
  const all = useCounts(overview.data, queue);
  const revision = overview.data?.revision ?? null;
  const narrowed = useCounts(useNarrowedCounts(selection, revision).data, queue, selection);
  const counts = countNarrowings(selection) > 0 ? narrowed : all;
  const found = query.hasNextPage ? null : shown.ids.length;
  return {
    ...shown,
    query,
    /** What of it belongs to this filter and search; undefined while another list stands in for it. */
    loaded: query.isPlaceholderData ? undefined : query.data,
    counts,
    /** How many are unread in the whole inbox. */
    unread: all?.unread,
    /** How many match, loaded or not; null while that is not known. */
    total: search ? found : (counts?.[filter] ?? null),
    failed: query.isError || (query.isPending && query.errorUpdateCount > 0),
    revision,
    lookedAt: overview.dataUpdatedAt,
    /** The edge does not answer, so what others do is not seen. */
    stale: overview.isError,
    retry() {
      query.refetch();
      overview.refetch();
    },
  };
}

/** The loaded messages with their pending changes, and only those that the filter holds. */
function useShownSubmissions(
  filter: Selection["filter"],
  list: ReturnType<typeof useSubmissionList>["data"],
  changes: readonly Change[],
) {
  const merged = useMemo(() => mergePages(list?.pages ?? []), [list]);
  return useMemo(() => {
    const submissions: ScreenedSubmission[] = [];
    const pageOf: number[] = [];
    for (const [index, submission] of merged.submissions.entries()) {
      const now = changed(changes, submission);
      if (!now || !holds(filter, now)) continue;
      submissions.push(now);
      pageOf.push(merged.pageOf[index] ?? 0);
    }
    return { submissions, pageOf, ids: submissions.map(({ id }) => id) };
  }, [merged, changes, filter]);
}

/** Counts with the pending changes, of what they are narrowed to; undefined until they are known. */
function useCounts(
  seen: SeenCounts | undefined,
  state: QueueState,
  selection?: Selection,
): SubmissionCounts | undefined {
  return useMemo(
    () =>
      seen && countsNow(seen.counts, seen.settled, state, (one) => !selection || isWithin(selection, one)),
    [seen, state, selection],
  );
}
