import type { ScreenedSubmission, SubmissionAction } from "#functions/contract/submission.ts";
import { afterAction } from "#web/pages/inbox/submission-list.ts";

/** A pending change: one action on submissions, as they were then, that the edge has not confirmed. */
export type Change = {
  action: SubmissionAction;
  /** Only those that the action really changes. */
  submissions: readonly ScreenedSubmission[];
  ids: ReadonlySet<string>;
};

/** What the edge has taken. */
export type Confirmed = Pick<Change, "action" | "ids">;

/** A change of those of `submissions` that are not yet as the action wants them, null when all are. */
export function changeOf(
  action: SubmissionAction,
  submissions: readonly ScreenedSubmission[],
): Change | null {
  const concerned = submissions.filter((submission) => afterAction(submission, action) !== submission);
  const ids = new Set(concerned.map(({ id }) => id));
  return concerned.length === 0 ? null : { action, submissions: concerned, ids };
}

/** What the changes make of a submission, null when one of them deletes it. */
export function changed(
  changes: readonly Confirmed[],
  submission: ScreenedSubmission,
): ScreenedSubmission | null {
  let now: ScreenedSubmission | null = submission;
  for (const { ids, action } of changes) {
    if (now && ids.has(now.id)) now = afterAction(now, action);
  }
  return now;
}
