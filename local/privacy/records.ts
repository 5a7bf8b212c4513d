import * as v from "valibot";
import { lockAccountsQuery } from "#functions/accounts/store.ts";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import type { Person } from "./person.ts";
import { type PersonalTable, personalTables } from "./places.ts";

const personalTableEntries = Object.entries<PersonalTable>(personalTables);
const raw = (text: string): Query => ({ text, values: [] });
const join = (parts: Query[], separator = ", "): Query =>
  parts.reduce((joined, part) => sql`${joined}${raw(separator)}${part}`);

/** The rows about a person, by table. */
export type PersonRecords = Record<string, unknown[]>;
const toRecords = columnParser("records", v.record(v.string(), v.array(v.unknown())));
const toCounts = columnParser("counts", v.record(v.string(), v.number()));
export type RowCounts = Record<string, number>;

const nonZeroCounts = sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(counts) where value <> '0')`;
const eventQuery = (kind: string, email: string, source: Query) => sql`
  insert into privacy_events (kind, asked_by, person, counts)
  select ${kind}, 'operator', sender_key(${email}), ${nonZeroCounts} from ${source} where ${nonZeroCounts} <> '{}'`;

/** Exports all rows about a person, as of one moment and without secrets. The audit records the export. */
export async function exportRecords(address: DatabaseAddress, person: Person): Promise<PersonRecords> {
  const tables = personalTableEntries.map(
    ([table, { exported, ownRows }]) => sql`
      ${table}::text, (
        select coalesce(jsonb_agg(to_jsonb(found)), '[]')
        from (select ${raw(exported.join(", "))} from ${raw(table)} where ${ownRows(person)}) found
      )`,
  );
  const { exported: exportedRecords } = await openOperatorTransactions(address)({
    exported: sql`
      with found as (select jsonb_build_object(${join(tables)}) as records),
      counted as (
        select (select jsonb_object_agg(key, jsonb_array_length(value)) from jsonb_each(records)) as counts from found
      ), event as (${eventQuery("exported", person.email, sql`counted`)})
      select records from found`,
  });
  return toRecords(exportedRecords[0]);
}

// All parts belong to one statement and see the same moment. A row that identifies others is therefore still visible to
// them.
function eraseQueries([table, { ownRows: theirs, erase }]: [string, PersonalTable], person: Person): Query[] {
  if (erase === "kept") return [];
  const condition = sql`${theirs(person)} and (select allowed from permission)`;
  const statement =
    erase === "removed"
      ? sql`delete from ${raw(table)} where ${condition}`
      : sql`update ${raw(table)} set given_up_at = now(), payload = null where ${condition}`;
  return [sql`${raw(`erased_${table}`)} as (${statement} returning 1)`];
}

/**
 * Erases all data about a person in one transaction. Returns the number of rows by table, which is empty the second
 * time. Returns null if the person has become an administrator meanwhile, whose account stays.
 */
export async function eraseRecords(address: DatabaseAddress, person: Person): Promise<RowCounts | null> {
  const { email, accountId } = person;
  const counts = personalTableEntries
    .filter(([, { erase }]) => erase !== "kept")
    .map(([table]) => sql`${table}::text, (select count(*) from ${raw(`erased_${table}`)})`);
  const { erased: erasedCounts } = await openOperatorTransactions(address)({
    // The audit of accounts accepts deletions only with this claim.
    claims: sql`select set_config('request.jwt.claims', '{"service": "privacy"}', true)`,
    lock: lockAccountsQuery(sql`email = ${email}`),
    erased: sql`
      with permission as materialized (
        select not exists (
          select from profiles join accounts on accounts.id = user_id
          where role = 'admin' and (user_id = ${accountId}::uuid or email = ${email})
        ) as allowed
      ), ${join(
        personalTableEntries.flatMap((entry) => eraseQueries(entry, person)),
        ", ",
      )},
      counted as (select jsonb_build_object(${join(counts)}) as counts),
      event as (${eventQuery("erased", email, sql`counted`)})
      select case when allowed then ${nonZeroCounts} end as counts from counted, permission`,
  });
  return v.is(v.object({ counts: v.null() }), erasedCounts[0]) ? null : toCounts(erasedCounts[0]);
}
