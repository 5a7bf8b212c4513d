import * as v from "valibot";
import type { SubmissionMatchingOutcome } from "#functions/contract/answers.schema.ts";
import {
  bulkSize,
  type ConversationAction,
  markByAction,
  type SubmissionAction,
  type SubmissionMark,
  stateByAction,
} from "#functions/contract/submission.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { columnParser, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { toEventQuery, toRecordQuery, toSpamAction } from "./audit.ts";
import {
  firstId,
  type Marks,
  marksByFilter,
  type Selection,
  toCriteriaArgument,
  unionReferenced,
} from "./selection.ts";
import { toAssignments } from "./store.ts";

/** An action of a bulk call, with the new owner if it assigns. */
export type BulkAction = {
  action: SubmissionAction | ConversationAction;
  assignee?: string | null | undefined;
};

/** The state or the owner that an action sets; null for an action on marks. */
const toConversationChange = ({ action, assignee = null }: BulkAction) => {
  if (action === "assign") return { assignee };
  return action in stateByAction ? { state: stateByAction[action as keyof typeof stateByAction] } : null;
};

/** Returns the mark that an action sets, and its value; undefined for a deletion and an action on conversations. */
const toMark = ({ action }: BulkAction) => markByAction[action as SubmissionAction] ?? [];

/** Returns the condition for the submissions that an action would change. */
function toUnchangedCondition(bulkAction: BulkAction): Query {
  const change = toConversationChange(bulkAction);
  if (change && "state" in change) return sql`state <> ${change.state}`;
  if (change) return sql`assignee is distinct from ${change.assignee}::uuid`;
  const [mark, value] = toMark(bulkAction);
  return mark === undefined ? sql`true` : sql`${{ text: mark, values: [] }} <> ${value}`;
}

/**
 * Returns the common table expressions that apply an action to the submissions that meet the condition and are not in
 * its result yet; `changed` has their ids. Rows are locked in one order, so two administrators wait for each other and
 * never deadlock. The audit of the inbox records deletions and changes of the folder.
 */
function toActionQuery(condition: Query, bulkAction: BulkAction): Query {
  const chosen = sql`
      chosen as (
        select id, language from contact_submissions where ${condition} and ${toUnchangedCondition(bulkAction)}
        order by id for update
      )`;
  const change = toConversationChange(bulkAction);
  if (change)
    return sql`${chosen}, ${toEventQuery(change, sql`select id, language from chosen`, sql`changed`)}`;
  const [mark, value] = toMark(bulkAction);
  const isChosen = sql`id in (select id from chosen)`;
  const changed =
    mark === undefined
      ? sql`delete from contact_submissions where ${isChosen} returning id`
      : sql`update contact_submissions set ${toAssignments({ [mark]: value })} where ${isChosen} returning id`;
  const recordedAction = mark === undefined ? "deleted" : mark === "spam" && toSpamAction(value);
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
  bulkAction: BulkAction,
): Promise<number> {
  const { outcome } = await authorized({
    outcome: sql`
      with ${toActionQuery(sql`id = any(${ids}::uuid[])`, bulkAction)}
      select (select count(*) from changed)::int as affected`,
  });
  return toAffected(outcome[0]);
}

/** Returns the marks of the submissions of a folder that an action would change; null if it changes none of them. */
function toPendingMarks(folder: Marks, bulkAction: BulkAction): Marks | null {
  const [mark, value] = toMark(bulkAction);
  const marks: Partial<Record<SubmissionMark, boolean | null>> = folder;
  if (mark === undefined || marks[mark] === undefined) return folder;
  return marks[mark] === value ? null : { ...folder, [mark]: !value };
}

const toMatchingOutcome = rowParser(
  v.pipe(
    v.object({ ids: v.array(v.string()), more: v.boolean(), reached_at: v.nullable(v.date()) }),
    v.transform(({ ids, more, reached_at: reachedAt }): SubmissionMatchingOutcome => {
      const outcome = { affected: ids.length, ids, more: more || reachedAt !== null };
      // Times have whole milliseconds.
      return reachedAt ? { ...outcome, until: new Date(reachedAt.getTime() - 1).toISOString() } : outcome;
    }),
  ),
);

/**
 * Applies an action to the newest 2,000 submissions of a selection that arrived until a moment (included) and do not
 * have the action's marks yet. Returns their ids, and whether there are more. The outcome then has the moment until which
 * the next call continues. A long search ends earlier.
 * @throws Refusal unauthenticated, forbidden
 */
export async function changeMatching(
  authorized: Transaction,
  { filter, ...criteria }: Selection,
  until: Date,
  bulkAction: BulkAction,
): Promise<SubmissionMatchingOutcome> {
  const pendingMarks = toPendingMarks(marksByFilter[filter], bulkAction);
  if (!pendingMarks) {
    await authorized({});
    return { affected: 0, ids: [], more: false };
  }
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
      ), ${toActionQuery(sql`id in (select id from matching where place <= ${bulkSize.matching})`, bulkAction)}
      select
        array(select id::text from changed) as ids,
        (select count(id) from matching) > ${bulkSize.matching} as more,
        coalesce((select max(reached_at) from matching), (
          select created_at + interval '1 millisecond' from contact_submissions join matching using (id)
          where place > ${bulkSize.matching}
        )) as reached_at`,
  });
  return toMatchingOutcome(outcome[0]);
}
