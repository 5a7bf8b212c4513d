import * as v from "valibot";
import type { FullSubmission, Submission, SubmissionCounts } from "#functions/contract/answers.schema.ts";
import { storedDoubts, storedMessage, storedWishes } from "#functions/contract/contact.schema.ts";
import { conversationStates } from "#functions/contract/conversation.ts";
import type { SubmissionPatch } from "#functions/contract/submission.schema.ts";
import {
  acknowledgementOutcomes,
  type Inclusion,
  maxCountedHits,
  toMarks,
} from "#functions/contract/submission.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import {
  type ConversationChange,
  toAlteredCondition,
  toEventQuery,
  toRecordQuery,
  toSpamAction,
} from "./audit.ts";
import { senderBlockQuery } from "./blocked-senders.ts";
import {
  type Criteria,
  firstId,
  lastId,
  type Marks,
  marksByFilter,
  type Position,
  type Selection,
  toCriteriaArgument,
  unionReferenced,
} from "./selection.ts";

const expressions: Record<string, string> = {
  // The driver would convert a day to a moment.
  meeting_day: "meeting_day::text",
  sender_block: `(${senderBlockQuery}) as sender_block`,
  answered_by: "(select name from account where account.id = first_answer_by) as answered_by",
  assignee_name: "(select name from account where account.id = assignee) as assignee_name",
};

const submissionEntries = {
  id: v.string(),
  ...storedMessage,
  ...toMarks(v.boolean()),
  created_at: instant,
};
/** An inclusion, or the names of accounts, which only exports include. */
type ListInclusion = Inclusion | "names";
const inclusionEntries: Record<Exclude<ListInclusion, "phone_numbers">, v.ObjectEntries> = {
  names: { answered_by: v.nullable(v.string()), assignee_name: v.nullable(v.string()) },
  doubts: { doubts: storedDoubts },
  wishes: storedWishes,
  sender_block: { sender_block: v.nullable(v.string()) },
  acknowledgement: { acknowledgement: v.nullable(v.picklist(acknowledgementOutcomes)) },
  conversation: {
    state: v.picklist(conversationStates),
    assignee: v.nullable(v.string()),
    revision: v.number(),
    first_answer_at: v.nullable(instant),
  },
};

/** A submission with the requested inclusions. */
type Included = Submission &
  Partial<FullSubmission & { answered_by: string | null; assignee_name: string | null }>;

/**
 * Returns the columns that a query selects for a submission with these inclusions, and the parser of its rows. The
 * parser derives `phone_numbers`, which the database does not store.
 */
function createRowShape(include: readonly ListInclusion[] = []) {
  const storedInclusions = include.filter((name) => name !== "phone_numbers");
  const entries = Object.assign(
    {},
    submissionEntries,
    ...storedInclusions.map((name) => inclusionEntries[name]),
  );
  const parse: (row: Row | undefined) => Included = rowParser(v.object(entries as typeof submissionEntries));
  const parseRow = async (row: Row | undefined): Promise<Included> => {
    const submission = parse(row);
    if (!include.includes("phone_numbers")) return submission;
    // Only the inbox needs the numbering plans, so no other request pays for evaluating them.
    const { findPhoneNumbers } = await import("#functions/kernel/phone-numbers.ts");
    const { phone, message } = submission;
    return {
      ...submission,
      phone_numbers: { phone: findPhoneNumbers(phone), message: findPhoneNumbers(message) },
    };
  };
  const columns = Object.keys(entries).map((column) => expressions[column] ?? column);
  return { columns: { text: columns.join(", "), values: [] } satisfies Query, parseRow };
}

const { columns: submissionColumns, parseRow: toSubmission } = createRowShape();

/** The position before the newest message. */
const newestPosition = { createdAt: "infinity", id: lastId };

/**
 * Returns the query for the newest messages of a selection after a position: their ids, and in a row without an id the
 * time `reached_at` at which a long search continues. Without marks it finds `limit` messages of each folder.
 */
function toFoundQuery(
  criteria: Criteria,
  marks: Marks | null,
  position: typeof newestPosition,
  limit: number,
): Query {
  return sql`
          select id, reached_at from find_submissions(
            ${toCriteriaArgument(criteria)}, ${marks?.spam ?? null}, ${marks?.read ?? null},
            ${position.createdAt}, ${position.id}, ${limit}
          ) ${unionReferenced(criteria, marks, position, sql`id, null`)}`;
}

/**
 * Lists one page of the inbox after a position (null: from the newest), newest first, and the position of the next page,
 * null after the last. A long search may end a page early, even without messages. Adds the fields of `include`, and
 * records in the audit of the inbox that the messages were listed or exported.
 * @throws Refusal unauthenticated, forbidden
 */
export async function listSubmissions(
  authorized: Transaction,
  { filter, ...criteria }: Selection,
  position: Position | null,
  {
    limit,
    include,
    action = "listed",
  }: { limit: number; include?: readonly ListInclusion[] | undefined; action?: "listed" | "exported" },
): Promise<{ items: Included[]; next: Position | null }> {
  const startPosition = position
    ? { createdAt: position.createdAt.toISOString(), id: position.id }
    : newestPosition;
  const shape = createRowShape(include);
  const { page } = await authorized({
    page: sql`
      with hits as materialized (
        ${toFoundQuery(criteria, marksByFilter[filter], startPosition, limit + 1)}
      ), answered as (
        select first_answer_by, assignee from contact_submissions where id in (select id from hits)
      ), account as materialized (
        select * from account_names(array(select first_answer_by from answered union select assignee from answered))
      ), page as materialized (
        select ${shape.columns} from hits join contact_submissions using (id)
        where created_at >= coalesce((select max(reached_at) from hits), '-infinity')
        order by created_at desc, id desc limit ${limit + 1}
      ), ${toRecordQuery(action, sql`select id from page order by created_at desc, id desc limit ${limit}`)}
      select * from (select max(reached_at) as reached_at from hits) search left join page on true
      order by created_at desc, id desc`,
  });
  const { reached_at } = toSearchEnd(page[0]);
  const items = await Promise.all(
    page
      .filter(({ id }) => id !== null)
      .slice(0, limit)
      .map(shape.parseRow),
  );
  const lastItem = page.length > limit ? items.at(-1) : undefined;
  if (lastItem) return { items, next: { createdAt: new Date(lastItem.created_at), id: lastItem.id } };
  return { items, next: reached_at && { createdAt: reached_at, id: firstId } };
}

const toSearchEnd = rowParser(v.object({ reached_at: v.nullable(v.date()) }));

const toTotals = rowParser(
  v.object({
    all: v.number(),
    unread: v.number(),
    read: v.number(),
    spam: v.number(),
    is_incomplete: v.boolean(),
    revision: v.string(),
  }),
);

/**
 * Returns the number of messages in each folder, and the revision, which increases with every change of a message. The
 * messages that a search finds are counted up to `maxCountedHits` + 1. Counts of a long search are `incomplete`.
 * @throws Refusal unauthenticated, forbidden
 */
export async function countSubmissions(
  authorized: Transaction,
  criteria: Criteria,
): Promise<{ counts: SubmissionCounts; revision: string }> {
  const { totals } = await authorized({
    totals: sql`
      select (folders.unread + folders.read)::float as "all", folders.unread::float, folders.read::float,
        folders.spam::float, is_incomplete, revision::text
      from inbox_totals, lateral ${toFoldersQuery(criteria)} folders`,
  });
  const { revision, is_incomplete, ...counts } = toTotals(totals[0]);
  const maximum = isSearch(criteria) ? maxCountedHits + 1 : Number.POSITIVE_INFINITY;
  const all = Math.min(counts.all, maximum);
  return { counts: { ...counts, all, ...(is_incomplete && { incomplete: true }) }, revision };
}

const isSearch = ({ q, sender, name }: Criteria) => q !== "" || sender !== undefined || name !== undefined;

/** Returns the subquery that counts the messages of each folder that meet the criteria. */
function toFoldersQuery(criteria: Criteria): Query {
  if (isSearch(criteria)) return toHitsQuery(criteria);
  const { q: _, ...narrowing } = criteria;
  const isNarrowed = Object.values(narrowing).some((criterion) => criterion !== undefined);
  return isNarrowed ? toCountQuery(criteria) : sql`(select unread, read, spam, false as is_incomplete)`;
}

/** Returns the subquery that counts the messages that a search finds in each folder, up to `maxCountedHits` + 1. */
function toHitsQuery(criteria: Criteria): Query {
  const maximum = maxCountedHits + 1;
  return sql`(
        with hits as materialized (${toFoundQuery(criteria, null, newestPosition, maximum)})
        select least(count(*) filter (where not spam and not read), ${maximum}) as unread,
          least(count(*) filter (where not spam and read), ${maximum}) as read,
          least(count(*) filter (where spam), ${maximum}) as spam,
          exists (select from hits where reached_at is not null) as is_incomplete
        from hits join contact_submissions using (id))`;
}

/** Returns the subquery that counts the messages of a narrowed inbox by folder; `inbox_totals` has only those of all days. */
const toCountQuery = (criteria: Criteria) => sql`(
        select coalesce(sum(count) filter (where not spam and not read), 0) as unread,
          coalesce(sum(count) filter (where not spam and read), 0) as read,
          coalesce(sum(count) filter (where spam), 0) as spam, false as is_incomplete
        from kinds_of_submissions(${toCriteriaArgument(criteria)}) kinds,
          blocks_of_days(${criteria.from ?? null}::date, ${criteria.to ?? null}::date) block, lateral (
          select spam, read, count from inbox_counts
          where inbox_counts.days = block.days and inbox_counts.starts_on = block.starts_on
            and (kinds is null or properties = any(kinds))
          -- Keeps the planner from reading the counts of all blocks.
          offset 0
        ) counted)`;

/** The SQL expression for the number of unanswered messages without spam. */
export const unansweredCount = sql`(
        select coalesce(sum(count), 0)::int from inbox_counts
        where days = 4096 and not spam and properties::jsonb @> '{"state": "unanswered"}')`;
const toOldest = rowParser(v.object({ id: v.nullable(v.string()), count: v.number() }));

/**
 * Returns the id of the oldest unanswered message without spam, null without one, and the number of these messages.
 * @throws Refusal unauthenticated, forbidden
 */
export async function findOldestUnanswered(
  authorized: Transaction,
): Promise<{ id: string | null; count: number }> {
  const { oldest } = await authorized({
    oldest: sql`select (select id from oldest_unanswered()) as id, ${unansweredCount} as count`,
  });
  return toOldest(oldest[0]);
}

async function requireSubmission(rows: Row[], parseRow = toSubmission): Promise<Included> {
  const submission = await firstRow(rows, parseRow);
  if (!submission) throw new Refusal("missing");
  return submission;
}

/** Returns one message and records who read it. @throws Refusal unauthenticated, forbidden, missing */
export async function getSubmission(
  authorized: Transaction,
  id: string,
  include?: readonly Inclusion[],
): Promise<Included> {
  const shape = createRowShape(include);
  const { submission } = await authorized({
    submission: sql`
      with submission as materialized (select ${shape.columns} from contact_submissions where id = ${id}),
        ${toRecordQuery("read", sql`select id from submission`)}
      select * from submission`,
  });
  return requireSubmission(submission, shape.parseRow);
}

type MarkPatch = Omit<SubmissionPatch, "state" | "assignee">;

/** Returns the assignments by which an `update` sets marks. */
export const toAssignments = (marks: MarkPatch): Query =>
  Object.entries(marks)
    .map(([mark, value]) => sql`${{ text: mark, values: [] }} = ${value}`)
    .reduce((assignments, assignment) => sql`${assignments}, ${assignment}`);

/**
 * Sets marks, the state and the assignee of a message. Writes a reading to the audit, because the answer shows the message,
 * and the change of its folder. Changes of the state and the assignee are events of the conversation.
 * @throws Refusal unauthenticated, forbidden, missing
 */
export async function markSubmission(
  authorized: Transaction,
  id: string,
  { state, assignee, ...marks }: SubmissionPatch,
): Promise<Submission> {
  const toEvent = (change: ConversationChange) => {
    const altered = sql`
      select id, language from contact_submissions where id = ${id} and ${toAlteredCondition(change)} for update`;
    return sql`with ${toEventQuery(change, altered)} select 1`;
  };
  const { marked } = await authorized({
    events: [
      ...(state === undefined ? [] : [toEvent(["state", state])]),
      ...(assignee === undefined ? [] : [toEvent(["assignee", assignee])]),
    ],
    marked: Object.keys(marks).length > 0 ? toMarkQuery(id, marks) : toReadQuery(id),
  });
  return requireSubmission(marked);
}

/** Returns the statement that shows a message after a change of its conversation. */
const toReadQuery = (id: string) => sql`
      with marked as materialized (select ${submissionColumns} from contact_submissions where id = ${id}),
        ${toRecordQuery("read", sql`select id from marked`)}
      select * from marked`;

const toMarkQuery = (id: string, marks: MarkPatch) => sql`
      with earlier as (
        select id, spam from contact_submissions where id = ${id} for update
      ), marked as (
        update contact_submissions set ${toAssignments(marks)}
        where id in (select id from earlier)
        returning ${submissionColumns}
      ), ${toRecordQuery("read", sql`select id from marked`)},
      ${toRecordQuery(toSpamAction(marks.spam === true), sql`select id from earlier where spam <> ${marks.spam ?? null}`, sql`moved`)}
      select * from marked`;

/** Deletes a message permanently and records who did. @throws Refusal unauthenticated, forbidden, missing */
export async function deleteSubmission(authorized: Transaction, id: string): Promise<void> {
  const { deleted } = await authorized({
    deleted: sql`
      with deleted as (delete from contact_submissions where id = ${id} returning id),
        ${toRecordQuery("deleted", sql`select id from deleted`)}
      select id from deleted`,
  });
  if (deleted.length === 0) throw new Refusal("missing");
}
