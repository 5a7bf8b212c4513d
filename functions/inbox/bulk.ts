import * as v from "valibot";
import type { SubmissionMatchingOutcome } from "#functions/contract/answers.schema.ts";
import {
  type ActionInput,
  bulkSize,
  type SubmissionMark,
  toFieldChange,
} from "#functions/contract/submission.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { columnParser, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import {
  isConversationChange,
  toAlteredCondition,
  toColumn,
  toEventQuery,
  toRecordQuery,
  toSpamAction,
} from "./audit.ts";
import {
  firstId,
  type Marks,
  marksByFilter,
  type Selection,
  toCriteriaArgument,
  unionReferenced,
} from "./selection.ts";
import { toAssignments } from "./store.ts";

/**
 * Returns the common table expressions that apply an action to the submissions that meet the condition and are not in
 * its result yet. `changed` has their ids, and `chosen` the state or the assignee that they had before. Rows are locked in
 * one order, so two administrators wait for each other and never deadlock. The audit of the inbox records deletions and
 * changes of the folder.
 */
function toActionQuery(condition: Query, action: ActionInput): Query {
  const change = toFieldChange(action);
  const previous = change ? sql`, ${toColumn(change[0])}::text as previous` : sql``;
  const isAltered = change ? toAlteredCondition(change) : sql`true`;
  const chosen = sql`
      chosen as (
        select id, language${previous} from contact_submissions where ${condition} and ${isAltered}
        order by id for update
      )`;
  if (isConversationChange(change))
    return sql`${chosen}, ${toEventQuery(change, sql`select id, language from chosen`, sql`changed`)}`;
  const isChosen = sql`id in (select id from chosen)`;
  const changed =
    change === null
      ? sql`delete from contact_submissions where ${isChosen} returning id`
      : sql`update contact_submissions set ${toAssignments({ [change[0]]: change[1] })} where ${isChosen} returning id`;
  const recordedAction = change === null ? "deleted" : change[0] === "spam" && toSpamAction(change[1]);
  return sql`${chosen}, changed as (${changed})${
    recordedAction ? sql`, ${toRecordQuery(recordedAction, sql`select id from changed`)}` : sql``
  }`;
}

const toAffected = columnParser("affected", v.number());

/**
 * Applies an action to the named submissions. Returns the number of changed submissions.
 * @throws Refusal unauthenticated, forbidden
 */
export async function changeSubmissions(
  authorized: Transaction,
  ids: string[],
  action: ActionInput,
): Promise<number> {
  const { outcome } = await authorized({
    outcome: sql`
      with ${toActionQuery(sql`id = any(${ids}::uuid[])`, action)}
      select (select count(*) from changed)::int as affected`,
  });
  return toAffected(outcome[0]);
}

/** Returns the marks of the submissions of a folder that an action would change; null if it changes none of them. */
function toPendingMarks(folder: Marks, action: ActionInput): Marks | null {
  const change = toFieldChange(action);
  if (change === null || isConversationChange(change)) return folder;
  const [mark, value] = change;
  const marks: Partial<Record<SubmissionMark, boolean | null>> = folder;
  if (marks[mark] === undefined) return folder;
  return marks[mark] === value ? null : { ...folder, [mark]: !value };
}

const toMatchingOutcome = rowParser(
  v.pipe(
    v.object({
      ids: v.array(v.string()),
      more: v.boolean(),
      reached_at: v.nullable(v.date()),
      previous: v.exactOptional(v.array(v.nullable(v.string()))),
    }),
    v.transform(({ ids, more, reached_at: reachedAt, ...previous }): SubmissionMatchingOutcome => {
      const outcome = { affected: ids.length, ids, more: more || reachedAt !== null, ...previous };
      // Times have whole milliseconds.
      return reachedAt ? { ...outcome, until: new Date(reachedAt.getTime() - 1).toISOString() } : outcome;
    }),
  ),
);

/**
 * Applies an action to the newest 2,000 submissions of a selection that arrived at or before `until`. Skips submissions
 * that the action would not change. Returns the ids of the changed submissions. If some remain, `more` is true, and the
 * returned `until` lets the next call continue with older ones. The search has a time limit, so a call may change fewer,
 * or none.
 * @throws Refusal unauthenticated, forbidden
 */
export async function changeMatching(
  authorized: Transaction,
  { filter, ...criteria }: Selection,
  until: Date,
  { include, ...action }: ActionInput & { include?: "previous" | undefined },
): Promise<SubmissionMatchingOutcome> {
  const pendingMarks = toPendingMarks(marksByFilter[filter], action);
  if (!pendingMarks) {
    // Checks only whether the caller is an administrator.
    await authorized({});
    return { affected: 0, ids: [], more: false };
  }
  const hasPrevious = include === "previous" && isConversationChange(toFieldChange(action));
  const endPosition = { createdAt: new Date(until.getTime() + 1).toISOString(), id: firstId };
  const { outcome } = await authorized({
    outcome: sql`
      with matching as materialized (
        select id, reached_at, place
        from find_submissions(
          ${toCriteriaArgument(criteria)}, ${pendingMarks.spam}, ${pendingMarks.read},
          ${endPosition.createdAt}, ${endPosition.id}, ${bulkSize.matching + 1}
        ) with ordinality as found (id, reached_at, place)
        ${unionReferenced(criteria, pendingMarks, endPosition, sql`id, null, 0`)}
      ), ${toActionQuery(sql`id in (select id from matching where place <= ${bulkSize.matching})`, action)}
      select
        array(select id::text from changed order by id) as ids,
        ${hasPrevious ? sql`array(select previous from changed join chosen using (id) order by id) as previous,` : sql``}
        (select count(id) from matching) > ${bulkSize.matching} as more,
        coalesce((select max(reached_at) from matching), (
          select created_at + interval '1 millisecond' from contact_submissions join matching using (id)
          where place > ${bulkSize.matching}
        )) as reached_at`,
  });
  return toMatchingOutcome(outcome[0]);
}
