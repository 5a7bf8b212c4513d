import * as v from "valibot";
import { lockAccountsQuery } from "#functions/accounts/store.ts";
import type { UploadedFile } from "#functions/contract/upload.ts";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { columnParser, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import type { Person } from "./person.ts";
import { type PersonalTable, personalTables } from "./places.ts";

const personalTableEntries = Object.entries<PersonalTable>(personalTables);
const raw = (text: string): Query => ({ text, values: [] });
const join = (parts: Query[]): Query => parts.reduce((joined, part) => sql`${joined}, ${part}`);

/** The name of the spool's messages beside the names of tables. */
export const waitingMessagesName = "waiting_messages";

/** The rows about a person, by table. */
type PersonRecords = Record<string, unknown[]>;
const toRecords = columnParser("records", v.record(v.string(), v.array(v.unknown())));
const toCounts = columnParser("counts", v.record(v.string(), v.number()));
type RowCounts = Record<string, number>;

const nonZeroCounts = sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(counts) where value <> '0')`;
/** Records in the audit of privacy that the operator exported or erased a person's data, if the condition holds. */
const eventQuery = (kind: string, email: string, condition: Query) => sql`
  insert into privacy_events (kind, asked_by, person, sender, counts)
  select ${kind}, 'operator', person_key(${email}), sender_key(${email}), ${nonZeroCounts}
  from counted where ${condition}`;
const hasCounts = sql`${nonZeroCounts} <> '{}'`;

/** Returns a person's rows of all tables, at one moment and without secrets. The audit records a non-empty export. */
export async function exportRecords(address: DatabaseAddress, person: Person): Promise<PersonRecords> {
  const tables = personalTableEntries.map(
    ([table, { exported, ownRows }]) => sql`
      ${table}::text, (
        select coalesce(jsonb_agg(to_jsonb(own_row)), '[]')
        from (select ${raw(exported.join(", "))} from ${raw(table)} where ${ownRows(person)}) own_row
      )`,
  );
  const { exportedRecords } = await openOperatorTransactions(address)({
    exportedRecords: sql`
      with collected as (select jsonb_build_object(${join(tables)}) as records),
      counted as (
        select (select jsonb_object_agg(key, jsonb_array_length(value)) from jsonb_each(records)) as counts from collected
      ), event as (${eventQuery("exported", person.email, hasCounts)})
      select records from collected`,
  });
  return toRecords(exportedRecords[0]);
}

/** Selects the start of an erasure without its end; null without one. */
const unfinishedQuery = (email: string) => sql`
  select max(created_at) filter (where kind = 'erasure_started') as since
  from privacy_events
  where person = person_key(${email}) and asked_by = 'operator' and created_at > coalesce(
    (
      select max(created_at) from privacy_events
      where person = person_key(${email}) and asked_by = 'operator' and kind = 'erased'
    ),
    '-infinity'
  )`;
const toStart = rowParser(v.object({ unfinished_since: v.nullable(v.string()) }));

/**
 * Writes the receipt of an erasure, before anything is erased, unless nothing is kept of the person. Records the files of
 * messages in the spool, whose content the scheduled Worker then deletes. Returns the time of an earlier erasure that was
 * interrupted and that this one finishes; null without one.
 * @param waitingMessages the person's messages in the spool
 */
export async function startErasure(
  address: DatabaseAddress,
  person: Person,
  waitingMessages: readonly { files: UploadedFile[] }[],
): Promise<string | null> {
  const fileIds = waitingMessages.flatMap(({ files }) => files.map(({ id }) => id));
  const isKept = personalTableEntries
    .filter(([, { erase }]) => erase !== "kept")
    .map(([table, { ownRows }]) => sql`exists (select from ${raw(table)} where ${ownRows(person)})`)
    .reduce((any, exists) => sql`${any} or ${exists}`, sql`${waitingMessages.length} > 0`);
  const { start } = await openOperatorTransactions(address)({
    start: sql`
      with unfinished as (${unfinishedQuery(person.email)}), receipt as (
        insert into privacy_events (kind, asked_by, person, counts)
        select 'erasure_started', 'operator', person_key(${person.email}), '{}' from unfinished
        where since is null and (${isKept})
      ), removed_files as (
        -- A stored message may have the same file, and its own erasure records that.
        insert into removed_attachments (id)
        select distinct id from unnest(${fileIds}::uuid[]) waiting (id)
        where not exists (select from attachments where attachments.id = waiting.id)
        on conflict do nothing
      )
      select to_char(since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as unfinished_since from unfinished`,
  });
  return toStart(start[0]).unfinished_since;
}

/**
 * Returns the common table expression that deletes or empties a person's rows in one table, or none if they are kept.
 * All expressions see the same snapshot, so each still finds rows through those that another one erases.
 */
function toErasures([table, { ownRows, erase }]: [string, PersonalTable], person: Person): Query[] {
  if (erase === "kept") return [];
  const condition = sql`(${ownRows(person)}) and (select allowed from permission)`;
  const statement =
    erase === "removed"
      ? sql`delete from ${raw(table)} where ${condition}`
      : sql`update ${raw(table)} set given_up_at = case when sent_at is null then coalesce(given_up_at, now()) end, payload = null, submission_id = null where ${condition}`;
  return [sql`${raw(`erased_${table}`)} as (${statement} returning 1)`];
}

/**
 * Erases the data about a person in one transaction, except rows that then identify no one, and records that in the
 * audit, with the number of erased `waitingMessages`. Returns the number of erased rows by table; null, and erases
 * nothing, if the person is an administrator now.
 */
export async function eraseRecords(
  address: DatabaseAddress,
  person: Person,
  waitingMessages = 0,
): Promise<RowCounts | null> {
  const { email, accountId } = person;
  const counts = personalTableEntries
    .filter(([, { erase }]) => erase !== "kept")
    .map(([table]) => sql`${table}::text, (select count(*) from ${raw(`erased_${table}`)})`)
    .concat(sql`${waitingMessagesName}::text, ${waitingMessages}::integer`);
  const isWorthRecording = sql`
    (select allowed from permission) and (${hasCounts} or (select since is not null from unfinished))`;
  const { erasedCounts } = await openOperatorTransactions(address)({
    // The audit of accounts accepts deletions only with this claim.
    claims: sql`select set_config('request.jwt.claims', '{"service": "privacy"}', true)`,
    lock: lockAccountsQuery(sql`email = ${email}`),
    erasedCounts: sql`
      with permission as materialized (
        select not exists (
          select from profiles join accounts on accounts.id = user_id
          where role = 'admin' and (user_id = ${accountId}::uuid or email = ${email})
        ) as allowed
      ), ${join(personalTableEntries.flatMap((entry) => toErasures(entry, person)))},
      counted as (select jsonb_build_object(${join(counts)}) as counts),
      unfinished as (${unfinishedQuery(email)}),
      event as (${eventQuery("erased", email, isWorthRecording)})
      select case when allowed then ${nonZeroCounts} end as counts from counted, permission`,
  });
  return v.is(v.object({ counts: v.null() }), erasedCounts[0]) ? null : toCounts(erasedCounts[0]);
}
