import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientBase } from "pg";

const shipped = fileURLToPath(new URL("./", import.meta.url));

interface Migration {
  version: number;
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Brings a database to the schema of `directory`, whose files are numbered without gaps and only ever added to.
 * Each file and the record of it are one transaction, so that a failed one leaves nothing behind. Several
 * processes may do this at once. `until` is the number of the last file that is wanted.
 * @returns the names of the files that were applied now, in order
 * @throws Error with one sentence that names the file, when one fails or is numbered wrongly, or when the database was
 *   made by other files than these: one was changed, renamed or lost since it was applied
 */
export async function migrate(
  client: ClientBase,
  directory: string = shipped,
  until = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  await inTransaction(client, () => client.query(recordTable));
  const { rows: recorded } = await client.query<{ version: unknown; name: string; checksum: string }>(
    "select version, name, checksum from schema_migrations order by version",
  );
  const shippedName = (version: unknown) => migrations[Number(version) - 1]?.name;
  const missing = recorded.find(({ version, name }) => shippedName(version) !== name);
  if (missing) {
    throw new Error(
      `${missing.name} was applied to this database but is missing from ${directory}; restore it, or ${startAgain}.`,
    );
  }
  const changed = recorded.find(({ checksum }, index) => migrations[index]?.checksum !== checksum);
  if (changed) {
    throw new Error(
      `${changed.name} was changed after it was applied; restore it and write a new migration, or ${startAgain}.`,
    );
  }
  const applied: string[] = [];
  for (const migration of migrations.slice(recorded.length, until)) {
    if (await inTransaction(client, () => apply(client, migration))) applied.push(migration.name);
  }
  return applied;
}

const startAgain =
  "begin with an empty database: `npm run reset -- --database` makes the local one empty, a server needs a new one";

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      const expected = String(index + 1).padStart(4, "0");
      if (version !== index + 1) {
        throw new Error(
          `Migrations are numbered without gaps: expected ${expected}_….sql and found ${name}.`,
        );
      }
      // A checkout with other line endings is the same migration.
      const sql = (await readFile(join(directory, name), "utf8")).replaceAll("\r\n", "\n");
      return { version, name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function apply(client: ClientBase, { version, name, sql, checksum }: Migration): Promise<boolean> {
  const { rowCount } = await client.query(
    "insert into schema_migrations (version, name, checksum) values ($1, $2, $3) on conflict do nothing",
    [version, name, checksum],
  );
  if (rowCount === 0) return false;
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`${name} failed and left nothing behind: ${(error as Error).message}.`, { cause: error });
  }
  return true;
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    // One run at a time; the number only has to be the same everywhere.
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
  -- A session can remember from before it waited for the lock that to_regclass found nothing; a table is read anew.
  if not exists (select from pg_tables where schemaname = 'public' and tablename = 'schema_migrations') then
    create table public.schema_migrations (
      version integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    );
    comment on table public.schema_migrations is 'Which migrations this database has had.';
    comment on column public.schema_migrations.version is 'The number in the name of the file.';
    comment on column public.schema_migrations.name is 'The name of the file.';
    comment on column public.schema_migrations.checksum is 'SHA-256 of the file, with line feeds.';
    comment on column public.schema_migrations.applied_at is 'When it was applied.';
    alter table public.schema_migrations enable row level security;
    alter table public.schema_migrations force row level security;
    create policy operator on public.schema_migrations to current_user using (true) with check (true);
  end if;
end
$$`;
