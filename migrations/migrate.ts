import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientBase } from "pg";

const migrationsDirectory = fileURLToPath(new URL("./", import.meta.url));

// A migration that waits for a lock, or runs long, would stop requests that need the table.
const timeouts = "set local lock_timeout = '5s'; set local statement_timeout = '60s'";

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/** A row of schema_migrations. The driver may return the version as text. */
interface RecordedMigration {
  version: unknown;
  name: string;
  checksum: string;
}

/** Returns an error about the files or the database's history. Its message ends with the code, which is stable. */
const createError = (code: string, message: string, options?: ErrorOptions): Error =>
  Object.assign(new Error(`${message} [${code}]`, options), { code });

/**
 * Applies the migrations of `directory` that a database does not have yet. Each file and its record are one
 * transaction. Several processes may run this at once.
 * @param until number of the last file to apply
 * @returns the names of the files that were applied, in order
 * @throws Error with a stable `code` when a file fails or is misnumbered, or when the database has a file that is
 * missing, renamed or changed here
 */
export async function migrate(
  client: ClientBase,
  directory: string = migrationsDirectory,
  until = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  await inTransaction(client, () => client.query(recordTable));
  const { rows: recorded } = await client.query<RecordedMigration>(
    "select version, name, checksum from schema_migrations order by version",
  );
  verifyHistory(recorded, migrations, directory);
  const appliedNames: string[] = [];
  for (const migration of migrations.slice(recorded.length, until)) {
    if (await inTransaction(client, () => apply(client, migration))) appliedNames.push(migration.name);
  }
  return appliedNames;
}

/**
 * Checks that the applied migrations are the first files here, unchanged.
 * @throws Error with the code of the first difference
 */
function verifyHistory(recorded: RecordedMigration[], migrations: Migration[], directory: string): void {
  const [first] = recorded;
  if (first && first.name !== migrations[0]?.name) {
    throw createError(
      "earlier_baseline",
      `Earlier migrations made this database, ${first.name} to ${recorded.at(-1)?.name}; this release begins with ${migrations[0]?.name}. ${resetAdvice}`,
    );
  }
  const missingRecord = recorded.find(({ version, name }) => migrations[Number(version) - 1]?.name !== name);
  if (missingRecord) {
    throw createError(
      "missing_file",
      `${missingRecord.name} was applied to this database but is missing from ${directory}. Restore the file, or begin again. ${resetAdvice}`,
    );
  }
  const changedRecord = recorded.find(({ checksum }, index) => migrations[index]?.checksum !== checksum);
  if (changedRecord) {
    throw createError(
      "changed_file",
      `${changedRecord.name} was changed after it was applied. Restore the file and write a new migration, or begin again. ${resetAdvice}`,
    );
  }
}

const resetAdvice =
  "Nothing was changed. `npm run reset -- --database` deletes the local database; on a server, use an empty database.";

/** Reads the SQL files of a folder by number. @throws Error `misnumbered` for a gap or a malformed name */
async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      const expected = String(index + 1).padStart(4, "0");
      if (version !== index + 1) {
        throw createError(
          "misnumbered",
          `Migrations are numbered without gaps: expected ${expected}_….sql and found ${name}.`,
        );
      }
      // A checkout with other line endings is the same migration.
      const sql = (await readFile(join(directory, name), "utf8")).replaceAll("\r\n", "\n");
      return { version, name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** Applies and records a migration. Returns false if another process has recorded it meanwhile. */
async function apply(client: ClientBase, { version, name, sql, checksum }: Migration): Promise<boolean> {
  const { rowCount } = await client.query(
    "insert into schema_migrations (version, name, checksum) values ($1, $2, $3) on conflict do nothing",
    [version, name, checksum],
  );
  if (rowCount === 0) return false;
  try {
    await client.query(timeouts);
    await client.query(sql);
  } catch (error) {
    const reason = (error as Error).message;
    throw createError("failed_file", `${name} failed and left nothing behind: ${reason}.`, {
      cause: error,
    });
  }
  return true;
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    // The transactions of concurrent runs take turns. The number only has to be the same in every run.
    await client.query("select pg_advisory_xact_lock(20261121)");
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

const recordTable = `
do $$
begin
  -- to_regclass can return a result that the session cached before it waited for the lock; pg_tables is read anew.
  if not exists (select from pg_tables where schemaname = 'public' and tablename = 'schema_migrations') then
    create table public.schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    comment on table public.schema_migrations is 'The migrations that were applied to this database.';
    comment on column public.schema_migrations.version is 'The number of the file.';
    comment on column public.schema_migrations.name is 'The name of the file.';
    comment on column public.schema_migrations.checksum is 'SHA-256 of the file, with line feeds.';
    comment on column public.schema_migrations.applied_at is 'Time at which the file was applied.';
    alter table public.schema_migrations enable row level security, force row level security;
    create policy operator on public.schema_migrations to current_user using (true) with check (true);
  end if;
end
$$`;
