import type { ClientBase } from "pg";
import { migrate } from "#migrations/migrate.ts";
import { describeDifferences, type Manifest } from "./archive.ts";
import { createSums, type Row, readRowsOn } from "./rows.ts";

/** Groups consecutive rows of one table, at most a thousand in a batch, so that one statement can insert them. */
async function* batchRows(rows: AsyncIterable<Row>): AsyncGenerator<{ table: string; rows: string[] }> {
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

/**
 * Checks that this code has the migrations of a backup, so that it can rebuild the backup's schema.
 * @param shippedMigrations the file names of this code's migrations, in order
 * @throws Error with one sentence if not
 */
export function assertKnownSchema({ migrations }: Manifest, shippedMigrations: string[]): void {
  const unknownMigration = migrations.find((name, index) => shippedMigrations[index] !== name);
  if (unknownMigration) {
    throw new Error(
      `The backup has the migration ${unknownMigration}, which this code does not: check out the release that made it, or a newer one.`,
    );
  }
}

/** Checks that a database is empty, so that a restore overwrites nothing. @throws Error with one sentence if not */
export async function assertEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'");
  if (rows.length > 0) {
    throw new Error(
      "The database is not empty, and nothing was changed: create a new one and name it in RESTORE_DATABASE_URL.",
    );
  }
}

/**
 * Loads the rows of a backup into an empty database: first the backup's schema, then all rows or none. Triggers are
 * disabled meanwhile, because the backup contains the rows that they would write. The owner of the tables may disable
 * them without being a superuser.
 * @throws Error with the tables that differ, also by a column that the schema lacks; the database has no rows of the
 * backup then
 */
export async function loadBackup(
  client: ClientBase,
  manifest: Manifest,
  rows: AsyncIterable<Row>,
): Promise<void> {
  const tables = Object.keys(manifest.tables);
  await migrate(client, undefined, manifest.migrations.length);
  await client.query("begin");
  try {
    await client.query("select set_config('TimeZone', 'UTC', true)");
    for (const table of tables) {
      await client.query(`alter table ${table} disable trigger user`);
      // Migrations insert a row into some tables.
      await client.query(`delete from ${table}`);
    }
    for await (const batch of batchRows(rows)) {
      await client.query(
        `insert into ${batch.table} select * from jsonb_populate_recordset(null::${batch.table}, $1::jsonb)`,
        [`[${batch.rows.join(",")}]`],
      );
    }
    // Checks foreign keys now. Otherwise the next statement would check them, and could not alter the tables before
    // that.
    await client.query("set constraints all immediate");
    const sums = createSums(tables);
    for await (const row of readRowsOn(client, tables)) sums.add(row);
    const differences = describeDifferences(manifest.tables, sums.getSums());
    if (differences.length > 0)
      throw new Error(
        `The restored rows differ from the backup, and were rolled back: ${differences.join("; ")}.`,
      );
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
    await client.query("commit");
  } catch (error) {
    // A lost connection has rolled back already.
    await client.query("rollback").catch(() => {});
    throw error;
  }
}
