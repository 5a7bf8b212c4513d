import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import * as v from "valibot";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { operate } from "#local/commands/operator.ts";
import { openClient } from "#local/neon/client.ts";
import { restoredTables } from "./tables.ts";

/** A row as the text of its JSON, which is the same on every server. */
export type Row = { table: string; row: string };

/** The names of migrations come first, under this name, as `{"name": …}`. */
const migrationsName = "schema_migrations";

/** What a table has: how many rows, and SHA-256 over them in their order, each with a line feed behind it, in hexadecimal. */
export type Sum = { rows: number; sha256: string };

const zone = "select set_config('TimeZone', 'UTC', true)";

// One statement, which sees one moment whatever else happens, also where transactions see more than one.
function everything(tables: readonly string[]): string {
  const parts = tables.map(
    (table, place) =>
      `select ${place} as place, '${table}' as "table", to_jsonb(t)::text as "row" from ${table} t`,
  );
  const migrations = `select -1, '${migrationsName}', jsonb_build_object('name', name)::text from schema_migrations`;
  return `select "table", "row" from (${[...parts, migrations].join(" union all ")}) lines order by place, "row" collate "C"`;
}

/** The rows of these tables on a connection that is in a transaction, as they are at one moment, table by table. */
export async function* rowsOn(client: ClientBase, tables: readonly string[]): AsyncGenerator<Row> {
  await client.query(zone);
  await client.query(`declare backup no scroll cursor for ${everything(tables)}`);
  for (;;) {
    const { rows } = await client.query<Row>("fetch 1000 from backup");
    yield* rows;
    if (rows.length === 0) break;
  }
  await client.query("close backup");
}

const toRow = rowParser(v.object({ table: v.string(), row: v.string() }));

/**
 * The rows of every table that is restored, read as the role `backup` or as the owner.
 * @throws Error with one sentence, also for a role to which row-level security shows no row
 */
export async function* readRows(address: DatabaseAddress): AsyncGenerator<Row> {
  let isFirst = true;
  for await (const row of readVisibleRows(address)) {
    if (isFirst) assertMigration(row);
    isFirst = false;
    yield row;
  }
  if (isFirst) assertMigration(undefined);
}

/** A database has the names of its migrations at least. */
function assertMigration(row: Row | undefined): void {
  if (row?.table === migrationsName) return;
  throw new Error(
    "Row-level security hides the rows from the role of DATABASE_URL: name the role backup, or the owner.",
  );
}

async function* readVisibleRows(address: DatabaseAddress): AsyncGenerator<Row> {
  if (address.fetchEndpoint) {
    const { rows } = await operate(address)({
      zone: { text: zone, values: [] },
      rows: { text: everything(restoredTables), values: [] },
    });
    for (const row of rows) yield toRow(row);
    return;
  }
  const client = await openClient(address.databaseUrl);
  try {
    await client.query("begin read only");
    yield* rowsOn(client, restoredTables);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/** Adds up rows as they pass. */
export function openSums(tables: readonly string[]) {
  const sums = new Map(tables.map((table) => [table, { rows: 0, hash: createHash("sha256") }]));
  return {
    add({ table, row }: Row): void {
      const sum = sums.get(table);
      if (!sum) return;
      sum.rows += 1;
      sum.hash.update(row).update("\n");
    },
    /** Only once. */
    take: (): Record<string, Sum> =>
      Object.fromEntries(
        [...sums].map(([table, { rows, hash }]) => [table, { rows, sha256: hash.digest("hex") }]),
      ),
  };
}
