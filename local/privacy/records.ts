import * as v from "valibot";
import { lockAccountsQuery } from "#functions/accounts/store.ts";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { columnParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { operate } from "#local/commands/operator.ts";
import type { Person } from "./person.ts";
import { type Place, places } from "./places.ts";

const all = Object.entries<Place>(places);
const name = (text: string): Query => ({ text, values: [] });
const listed = (parts: Query[], between = ", "): Query =>
  parts.reduce((before, part) => sql`${before}${name(between)}${part}`);

/** The rows about a person, by table. */
export type Records = Record<string, unknown[]>;
const toRecords = columnParser("records", v.record(v.string(), v.array(v.unknown())));
const toCounts = columnParser("counts", v.record(v.string(), v.number()));
export type Counts = Record<string, number>;

const some = sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(counts) where value <> '0')`;
const noted = (kind: string, email: string, source: Query) => sql`
  insert into privacy_events (kind, asked_by, person, counts)
  select ${kind}, 'operator', sender_key(${email}), ${some} from ${source} where ${some} <> '{}'`;

/** Exports all rows about a person, as of one moment and without secrets. The audit records the export. */
export async function exportRecords(address: DatabaseAddress, person: Person): Promise<Records> {
  const tables = all.map(
    ([table, { told, theirs }]) => sql`
      ${table}::text, (
        select coalesce(jsonb_agg(to_jsonb(found)), '[]')
        from (select ${name(told.join(", "))} from ${name(table)} where ${theirs(person)}) found
      )`,
  );
  const { exported } = await operate(address)({
    exported: sql`
      with found as (select jsonb_build_object(${listed(tables)}) as records),
      counted as (
        select (select jsonb_object_agg(key, jsonb_array_length(value)) from jsonb_each(records)) as counts from found
      ), event as (${noted("exported", person.email, sql`counted`)})
      select records from found`,
  });
  return toRecords(exported[0]);
}

// All parts belong to one statement and see the same moment. A row that identifies others is therefore still visible to
// them.
function erasing([table, { theirs, erase }]: [string, Place], person: Person): Query[] {
  if (erase === "kept") return [];
  const which = sql`${theirs(person)} and (select allowed from permission)`;
  const change =
    erase === "removed"
      ? sql`delete from ${name(table)} where ${which}`
      : sql`update ${name(table)} set given_up_at = now(), payload = null where ${which}`;
  return [sql`${name(`erased_${table}`)} as (${change} returning 1)`];
}

/**
 * Erases all data about a person in one transaction. Returns the number of rows by table, which is empty the second
 * time. Returns null if the person has become an administrator meanwhile, whose account stays.
 */
export async function eraseRecords(address: DatabaseAddress, person: Person): Promise<Counts | null> {
  const { email, accountId } = person;
  const counts = all
    .filter(([, { erase }]) => erase !== "kept")
    .map(([table]) => sql`${table}::text, (select count(*) from ${name(`erased_${table}`)})`);
  const { erased } = await operate(address)({
    // The audit of accounts accepts deletions only with this claim.
    claims: sql`select set_config('request.jwt.claims', '{"service": "privacy"}', true)`,
    lock: lockAccountsQuery(sql`email = ${email}`),
    erased: sql`
      with permission as materialized (
        select not exists (
          select from profiles join accounts on accounts.id = user_id
          where role = 'admin' and (user_id = ${accountId}::uuid or email = ${email})
        ) as allowed
      ), ${listed(
        all.flatMap((place) => erasing(place, person)),
        ", ",
      )},
      counted as (select jsonb_build_object(${listed(counts)}) as counts),
      event as (${noted("erased", email, sql`counted`)})
      select case when allowed then ${some} end as counts from counted, permission`,
  });
  return v.is(v.object({ counts: v.null() }), erased[0]) ? null : toCounts(erased[0]);
}
