import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import * as v from "valibot";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { openClient } from "#local/neon/client.ts";
import { restoredTables } from "./tables.ts";

/** A row as JSON text, which is identical on every server. */
export type Row = { table: string; row: string };

/** The name under which the names of migrations come first, as `{"name": …}`. */
const migrationsName = "schema_migrations";

/** The number of rows of a table, and the hexadecimal SHA-256 of the rows in order, each followed by a line feed. */
export type Sum = { rows: number; sha256: string };

const setTimeZone = "select set_config('TimeZone', 'UTC', true)";

/**
 * Builds one statement for all tables, because one statement sees one moment at every isolation level. Its rows begin
 * with the names of the applied migrations.
 */
function toBackupStatement(tables: readonly string[]): string {
  const parts = tables.map(
    (table, tableIndex) =>
      `select ${tableIndex} as place, '${table}' as "table", to_jsonb(t)::text as "row" from ${table} t`,
  );
  const migrations = `select -1, '${migrationsName}', jsonb_build_object('name', name)::text from schema_migrations`;
  return `select "table", "row" from (${[...parts, migrations].join(" union all ")}) lines order by place, "row" collate "C"`;
}

/**
 * Yields the names of the applied migrations, then the rows of these tables, table by table, as of one moment. The
 * connection must be in a transaction, because it declares a cursor.
 */
export async function* readRowsOn(client: ClientBase, tables: readonly string[]): AsyncGenerator<Row> {
  await client.query(setTimeZone);
  await client.query(`declare backup no scroll cursor for ${toBackupStatement(tables)}`);
  for (;;) {
    const { rows } = await client.query<Row>("fetch 1000 from backup");
    yield* rows;
    if (rows.length === 0) break;
  }
  await client.query("close backup");
}

const toRow = rowParser(v.object({ table: v.string(), row: v.string() }));

/**
 * Yields the names of the applied migrations, then the rows of every restored table, read as the role `backup` or as
 * the owner.
 * @throws Error with one sentence, also for a role to which row-level security shows no row
 */
export async function* readRows(address: DatabaseAddress): AsyncGenerator<Row> {
  let isVisible = false;
  for await (const row of readVisibleRows(address)) {
    // Every database has a migration, whose name comes first. Row-level security hid it otherwise.
    isVisible ||= row.table === migrationsName;
    if (!isVisible) break;
    yield row;
  }
  if (isVisible) return;
  throw new Error(
    "Row-level security hides the rows from the role of DATABASE_URL: name the role backup, or the owner.",
  );
}

/** Yields the rows that row-level security shows: over SQL by HTTP from a stand-in, else by a cursor from a server. */
async function* readVisibleRows(address: DatabaseAddress): AsyncGenerator<Row> {
  if (address.fetchEndpoint) {
    const { rows } = await openOperatorTransactions(address)({
      zone: { text: setTimeZone, values: [] },
      rows: { text: toBackupStatement(restoredTables), values: [] },
    });
    for (const row of rows) yield toRow(row);
    return;
  }
  const client = await openClient(address.databaseUrl);
  try {
    await client.query("begin read only");
    yield* readRowsOn(client, restoredTables);
    await client.query("commit");
  } finally {
    await client.end();
  }
}

/** Computes the row count and hash of each table from a stream of rows, to compare a backup with its restored copy. */
export function createSums(tables: readonly string[]) {
  const sums = new Map(tables.map((table) => [table, { rows: 0, hash: createHash("sha256") }]));
  return {
    add({ table, row }: Row): void {
      const sum = sums.get(table);
      if (!sum) return;
      sum.rows += 1;
      sum.hash.update(row).update("\n");
    },
    /** Returns the sums. Callable once, because it ends the hashes. */
    getSums: (): Record<string, Sum> =>
      Object.fromEntries(
        [...sums].map(([table, { rows, hash }]) => [table, { rows, sha256: hash.digest("hex") }]),
      ),
  };
}
