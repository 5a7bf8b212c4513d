import { useMemo } from "react";
import type { Submission, SubmissionCounts } from "#functions/contract/submission.ts";
import { type Change, changed, countsNow, type QueueState } from "./changes/change-queue.ts";
import type { SeenOverview, useSubmissionList } from "./queries.ts";
import { holds, mergePages } from "./submission-list.ts";
import type { Place } from "./url-state.ts";

/** The loaded messages as they are shown: with what was asked for on them, and only those that the filter holds. */
export function useFolder(
  { filter }: Place,
  list: ReturnType<typeof useSubmissionList>,
  changes: readonly Change[],
) {
  const merged = useMemo(() => mergePages(list.data?.pages ?? []), [list.data]);
  return useMemo(() => {
    const submissions: Submission[] = [];
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

/** The counts with what was asked for but is not in them yet; undefined until they are known. */
export function useCounts(
  overview: SeenOverview | undefined,
  state: QueueState,
): SubmissionCounts | undefined {
  return useMemo(() => overview && countsNow(overview.counts, overview.settled, state), [overview, state]);
}
