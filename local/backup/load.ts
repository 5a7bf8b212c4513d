import type { ClientBase } from "pg";
import { migrate } from "#migrations/migrate.ts";
import { differences, type Manifest } from "./archive.ts";
import { openSums, type Row, rowsOn } from "./rows.ts";
import { restoredTables } from "./tables.ts";

/** Rows of one table that follow each other, a thousand at most. */
async function* batches(rows: AsyncIterable<Row>): AsyncGenerator<{ table: string; rows: string[] }> {
  let batch: { table: string; rows: string[] } | undefined;
  for await (const { table, row } of rows) {
    if (batch && (batch.table !== table || batch.rows.length === 1000)) {
      yield batch;
      batch = undefined;
    }
    batch ??= { table, rows: [] };
    batch.rows.push(row);
  }
  if (batch) yield batch;
}

/** @throws Error with one sentence where a backup is of a schema that this code does not have */
export function assertKnownSchema({ migrations }: Manifest, shipped: string[]): void {
  const foreign = migrations.find((name, index) => shipped[index] !== name);
  if (foreign) {
    throw new Error(
      `The backup has the migration ${foreign}, which this code does not: check out the release that made it, or a newer one.`,
    );
  }
}

/** @throws Error with one sentence where a database has anything in it */
export async function assertEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'");
  if (rows.length > 0) {
    throw new Error(
      "The database is not empty, and nothing was changed: make a new one, and name it with RESTORE_DATABASE_URL.",
    );
  }
}

async function readColumns(client: ClientBase, tables: string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    "select table_name::text, column_name::text from information_schema.columns where table_schema = 'public'",
  );
  const columnsOf = (table: string) => rows.filter((row) => row.table_name === table);
  return new Map(
    tables.map((table) => [table, new Set(columnsOf(table).map(({ column_name }) => column_name))]),
  );
}

/** @throws Error with one sentence where a row has a column that its table does not have */
function assertKnownColumns(
  { table, rows }: { table: string; rows: string[] },
  columns: Map<string, Set<string>>,
): void {
  const knownColumns = columns.get(table);
  for (const row of rows) {
    const foreign = Object.keys(JSON.parse(row) as object).find((name) => !knownColumns?.has(name));
    if (foreign !== undefined)
      throw new Error(`The backup has ${table}.${foreign}, which the schema does not.`);
  }
}

/**
 * Puts the rows of a backup into an empty database: the schema as it was, then all rows or none. Triggers rest meanwhile, because
 * what they would write is in the backup. The owner of the tables may do that, and need not be a superuser.
 * @throws Error with the tables that differ; the database has no rows then
 */
export async function load(client: ClientBase, said: Manifest, rows: AsyncIterable<Row>): Promise<void> {
  const tables = Object.keys(said.tables);
  const foreignTable = tables.find((table) => !restoredTables.includes(table));
  if (foreignTable)
    throw new Error(`The backup has the table ${JSON.stringify(foreignTable)}, which no backup has.`);
  await migrate(client, undefined, said.migrations.length);
  await client.query("begin");
  try {
    await client.query("select set_config('TimeZone', 'UTC', true)");
    for (const table of tables) {
      await client.query(`alter table ${table} disable trigger user`);
      // The migrations leave a row in some.
      await client.query(`delete from ${table}`);
    }
    const columns = await readColumns(client, tables);
    for await (const batch of batches(rows)) {
      assertKnownColumns(batch, columns);
      await client.query(
        `insert into ${batch.table} select * from jsonb_populate_recordset(null::${batch.table}, $1::jsonb)`,
        [`[${batch.rows.join(",")}]`],
      );
    }
    // References are looked at here, and not by the next statement, which could not change the tables before.
    await client.query("set constraints all immediate");
    const sums = openSums(tables);
    for await (const row of rowsOn(client, tables)) sums.add(row);
    const differing = differences(said.tables, sums.take());
    if (differing.length > 0)
      throw new Error(`What was restored differs, and was undone: ${differing.join("; ")}.`);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}
