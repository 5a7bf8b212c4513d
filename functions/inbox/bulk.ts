import * as v from "valibot";
import type { SubmissionMatchingOutcome } from "#functions/contract/answers.schema.ts";
import { bulkSize, type SubmissionAction } from "#functions/contract/submission.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { columnParser, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { toRecordQuery, toSpamAction } from "./audit.ts";
import {
  firstId,
  type Marks,
  marksByFilter,
  type Selection,
  toNarrowingArguments,
  unionReferenced,
} from "./selection.ts";

// The marks that an action sets; null leaves a mark as it is. Deletion sets none.
const marksByAction: Record<SubmissionAction, Record<keyof Marks, boolean | null> | null> = {
  read: { read: true, spam: null },
  unread: { read: false, spam: null },
  spam: { read: null, spam: true },
  not_spam: { read: null, spam: false },
  delete: null,
};
const noMarks = { read: null, spam: null };

/**
 * Returns the common table expressions that apply an action to the submissions that meet the condition and do not have
 * its marks yet; `changed` and `removed` have their ids. Rows are locked in one order, so two administrators wait for
 * each other and never deadlock. The audit of the inbox records deletions and changes of the folder.
 */
function toActionQuery(condition: Query, action: SubmissionAction): Query {
  const removes = marksByAction[action] === null;
  const { read, spam } = marksByAction[action] ?? noMarks;
  return sql`
      chosen as (
        select id from contact_submissions
        where ${condition}
          and (${removes} or read <> coalesce(${read}, read) or spam <> coalesce(${spam}, spam))
        order by id for update
      ), changed as (
        update contact_submissions set read = coalesce(${read}, read), spam = coalesce(${spam}, spam)
        where not ${removes} and id in (select id from chosen)
        returning id
      ), removed as (
        delete from contact_submissions where ${removes} and id in (select id from chosen)
        returning id
      ), ${
        removes || spam === null
          ? toRecordQuery("deleted", sql`select id from removed`)
          : toRecordQuery(toSpamAction(spam), sql`select id from changed`)
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
  action: SubmissionAction,
): Promise<number> {
  const { outcome } = await authorized({
    outcome: sql`
      with ${toActionQuery(sql`id = any(${ids}::uuid[])`, action)}
      select (select count(*) from changed)::int + (select count(*) from removed)::int as affected`,
  });
  return toAffected(outcome[0]);
}

/** Returns the marks of the submissions of a folder that an action would change; null if it changes none of them. */
function toPendingMarks(folder: Marks, action: SubmissionAction): Marks | null {
  const { read, spam } = marksByAction[action] ?? noMarks;
  if (spam === folder.spam || (read !== null && read === folder.read)) return null;
  return read === null ? folder : { ...folder, read: !read };
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
 * have the action's marks yet. Returns their ids, and whether there are more. A long search ends earlier, and the outcome
 * has the moment until which the next call continues.
 * @throws Refusal unauthenticated, forbidden
 */
export async function changeMatching(
  authorized: Transaction,
  selection: Selection,
  until: Date,
  action: SubmissionAction,
): Promise<SubmissionMatchingOutcome> {
  const { filter, q, sender } = selection;
  const pendingMarks = toPendingMarks(marksByFilter[filter], action);
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
          ${pendingMarks.spam}, ${pendingMarks.read}, ${q}, ${sender ?? null},
          ${endPosition.createdAt}, ${endPosition.id}, ${bulkSize.matching + 1}, ${toNarrowingArguments(selection)}
        ) with ordinality as found (id, reached_at, place)
        ${unionReferenced(selection, pendingMarks, endPosition, sql`id, null, 0`)}
      ), ${toActionQuery(sql`id in (select id from matching where place <= ${bulkSize.matching})`, action)}
      select
        array(select id::text from changed union all select id::text from removed) as ids,
        (select count(id) from matching) > ${bulkSize.matching} as more,
        (select max(reached_at) from matching) as reached_at`,
  });
  return toMatchingOutcome(outcome[0]);
}
