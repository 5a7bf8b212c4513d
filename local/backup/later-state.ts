import * as v from "valibot";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Row } from "./rows.ts";

/**
 * The columns of later rows from which a restore learns erasures and revocations, by table. A backup of an older schema
 * lacks the optional columns.
 */
const laterRows = {
  accounts: v.object({
    id: v.string(),
    email: v.string(),
    password_hash: v.nullable(v.string()),
    first_passkey_until: v.optional(v.nullable(v.string())),
    passkey_grace_until: v.optional(v.nullable(v.string())),
    password_recovered_at: v.optional(v.nullable(v.string())),
  }),
  profiles: v.object({ user_id: v.string(), role: v.string() }),
  passkeys: v.object({ id: v.string() }),
  sign_in_rules: v.object({ administrators_need_passkeys: v.boolean() }),
  contact_submissions: v.object({ id: v.string() }),
  contact_receipts: v.object({ idempotency_key: v.string(), link_hash: v.optional(v.nullable(v.string())) }),
  conversation_entries: v.object({ id: v.string(), link_hash: v.nullable(v.string()) }),
  reply_addresses: v.object({ token_hash: v.string(), revoked_at: v.nullable(v.string()) }),
  account_events: v.object({ account_id: v.nullable(v.string()), kind: v.string() }),
  privacy_events: v.looseObject({ id: v.string() }),
};
type LaterTable = keyof typeof laterRows;

/** Rows of a state of the database after the backup, by table, as JSON arrays. */
export type LaterState = Record<LaterTable, string>;

/** Reads the later state from rows of the live database, or of a newer backup. */
export async function readLaterState(rows: AsyncIterable<Row>): Promise<LaterState> {
  const tables = Object.entries<v.GenericSchema>(laterRows);
  // The audit of accounts has many equal rows.
  const rowsByTable = new Map(tables.map(([table]) => [table, new Set<string>()]));
  for await (const { table, row } of rows) {
    const schema = Object.hasOwn(laterRows, table) && laterRows[table as LaterTable];
    if (schema) rowsByTable.get(table)?.add(JSON.stringify(v.parse(schema, JSON.parse(row))));
  }
  return Object.fromEntries(
    [...rowsByTable].map(([table, tableRows]) => [table, `[${[...tableRows].join(",")}]`]),
  ) as LaterState;
}

/** Returns the later rows of a table for a `from` clause. Columns that the state does not have are null. */
export const selectLater = (table: LaterTable, state: LaterState): Query =>
  sql`jsonb_populate_recordset(${{ text: `null::${table}`, values: [] }}, ${state[table]}::jsonb)`;
