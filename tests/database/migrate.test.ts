import { execFile } from "node:child_process";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { DatabaseSession } from "#local/neon/engine.ts";
import { migrate } from "#migrations/migrate.ts";
import { describeOnEachEngine, type EmptyDatabase, openEmptyDatabase } from "../local/neon/engines.ts";
import { createDatabase, postgresUrl } from "../support/postgres-server.ts";

const shipped = fileURLToPath(new URL("../../migrations", import.meta.url));
const shippedNames = (await readdir(shipped)).filter((name) => name.endsWith(".sql")).sort();

describeOnEachEngine("the migration runner", (server) => {
  let empty: EmptyDatabase;
  let directory: string;

  beforeAll(async () => {
    empty = await openEmptyDatabase(server);
  });

  afterAll(() => empty.close());

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "migrations-"));
    await write("0001_apples.sql", "create table apples (n integer);\ninsert into apples values (1);\n");
    await empty.asOwner((client) =>
      client.query("drop table if exists schema_migrations, apples, pears, plums"),
    );
  });

  afterEach(() => rm(directory, { recursive: true }));

  const write = (name: string, sql: string) => writeFile(join(directory, name), sql);
  const run = (folder = directory) => empty.asOwner((client) => migrate(client, folder));
  const query = async (sql: string) => (await empty.asOwner((client) => client.query(sql))).rows;
  const listRecorded = () => query("select name from schema_migrations order by version");
  /** Counts the runs that wait for the migration lock. */
  const countWaiting = async (client: DatabaseSession["client"]) => {
    const { rowCount } = await client.query(
      `select from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where locktype = 'advisory' and not granted and datname = current_database()`,
    );
    return rowCount;
  };

  test("applies each file once and in order, and records it", async () => {
    await write("0002_pears.sql", "create table pears as select * from apples;");
    expect(await run()).toEqual(["0001_apples.sql", "0002_pears.sql"]);
    expect(await run()).toEqual([]);
    await write("0003_plums.sql", "create table plums as select * from pears;");
    expect(await run()).toEqual(["0003_plums.sql"]);
    expect(await query("select * from plums")).toEqual([{ n: "1" }]);
    expect(
      await query(
        "select version, checksum ~ '^[0-9a-f]{64}$' as sum, applied_at is not null as at from schema_migrations where version = 3",
      ),
    ).toEqual([{ version: "3", sum: "t", at: "t" }]);
  });

  test("rolls back a failed file, names it, and continues once it is fixed", async () => {
    await write("0002_pears.sql", "create table pears ();\ncreate table plums ();\nselect 1 / 0;");
    await write("0003_never.sql", "create table never ();");
    await expect(run()).rejects.toThrow("0002_pears.sql failed and left nothing behind: division by zero.");
    expect(await listRecorded()).toEqual([{ name: "0001_apples.sql" }]);
    expect(
      await query("select to_regclass('pears') as a, to_regclass('plums') as b, to_regclass('never') as c"),
    ).toEqual([{ a: null, b: null, c: null }]);
    await write("0002_pears.sql", "create table pears ();");
    await write("0003_never.sql", "select 1;");
    expect(await run()).toEqual(["0002_pears.sql", "0003_never.sql"]);
  });

  test("rejects a file that changed after it was applied", async () => {
    await run();
    await write("0001_apples.sql", "create table apples (n bigint);");
    await expect(run()).rejects.toMatchObject({
      code: "changed_file",
      message: expect.stringMatching(
        /^0001_apples\.sql was changed after it was applied\. Restore the file and write a new migration, /,
      ),
    });
  });

  test("accepts a file with other line endings", async () => {
    await run();
    await write("0001_apples.sql", "create table apples (n integer);\r\ninsert into apples values (1);\r\n");
    expect(await run()).toEqual([]);
  });

  test("rejects a database whose applied file is missing", async () => {
    await write("0002_pears.sql", "create table pears ();");
    await run();
    await rm(join(directory, "0002_pears.sql"));
    await expect(run()).rejects.toMatchObject({
      code: "missing_file",
      message: expect.stringMatching(/^0002_pears\.sql was applied to this database but is missing from /),
    });
  });

  test("rejects a database from before the baseline, names the remedy and changes nothing", async () => {
    await write("0002_pears.sql", "create table pears ();");
    await run();
    await rename(join(directory, "0001_apples.sql"), join(directory, "0001_extensions.sql"));
    await rm(join(directory, "0002_pears.sql"));
    await write("0002_plums.sql", "create table plums ();");
    await expect(run()).rejects.toMatchObject({
      code: "earlier_baseline",
      message:
        "Earlier migrations made this database, 0001_apples.sql to 0002_pears.sql; this release begins with 0001_extensions.sql. Nothing was changed. `npm run reset -- --database` deletes the local database; on a server, use an empty database. [earlier_baseline]",
    });
    expect(await listRecorded()).toEqual([{ name: "0001_apples.sql" }, { name: "0002_pears.sql" }]);
    expect(await query("select to_regclass('plums') as plums, n from apples")).toEqual([
      { plums: null, n: "1" },
    ]);
  });

  test("limits how long a migration waits for a lock and how long it runs", async () => {
    await write(
      "0002_pears.sql",
      "create table pears as select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement;",
    );
    await run();
    expect(await query("select * from pears")).toEqual([{ lock: "5s", statement: "1min" }]);
  });

  test.each([
    ["a gap", "0003_plums.sql", "expected 0002_….sql and found 0003_plums.sql."],
    ["the same number twice", "0001_pears.sql", "expected 0002_….sql and found 0001_pears.sql."],
    ["a file without a number", "pears.sql", "expected 0002_….sql and found pears.sql."],
  ])("rejects %s before it applies a file", async (_, name, message) => {
    await write(name, "select 1;");
    await expect(run()).rejects.toThrow(`Migrations are numbered without gaps: ${message}`);
    expect(await query("select to_regclass('apples') as apples")).toEqual([{ apples: null }]);
  });

  test.skipIf(!server)("applies each file once during concurrent runs", async () => {
    await write("0002_pears.sql", "create table pears as select;");
    const runs = await empty.asOwner(async (lockHolder) => {
      await lockHolder.query("select pg_advisory_lock(20261121)");
      const pendingRuns = [run(), run(), run(), run()];
      await expect.poll(() => countWaiting(lockHolder)).toBe(4);
      await lockHolder.query("select pg_advisory_unlock(20261121)");
      return Promise.all(pendingRuns);
    });
    expect(runs.flat().sort()).toEqual(["0001_apples.sql", "0002_pears.sql"]);
    expect(await query("select * from apples")).toHaveLength(1);
  });

  test.skipIf(!server)(
    "sees tables that another run created while it waited, despite a stale session cache",
    async () => {
      await empty.asOwner((waitingClient) =>
        empty.asOwner(async (lockHolder) => {
          // From here on, the session has cached that the table does not exist.
          await migrate(waitingClient, directory);
          await waitingClient.query("drop table schema_migrations, apples");
          await waitingClient.query("select to_regclass('public.schema_migrations')");
          await lockHolder.query("begin");
          await lockHolder.query("select pg_advisory_xact_lock(20261121)");
          const pendingRun = migrate(waitingClient, directory);
          await expect.poll(() => countWaiting(lockHolder)).toBe(1);
          await lockHolder.query(
            "create table schema_migrations (version integer primary key, name text, checksum text)",
          );
          await lockHolder.query("commit");
          expect(await pendingRun).toEqual(["0001_apples.sql"]);
        }),
      );
    },
  );
});

describe("npm run migrate", () => {
  const command = fileURLToPath(new URL("../../local/commands/migrate.ts", import.meta.url));
  const run = (databaseUrl?: string) =>
    new Promise<{ code: number | string; stdout: string; stderr: string }>((resolve) => {
      const env = { PATH: process.env.PATH, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
      execFile(process.execPath, [command], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  test.each([
    ["without DATABASE_URL", undefined, /^DATABASE_URL is not set: [^\n]*\.\n$/],
    ["with an invalid address", "database", /^The database's address has to be [^\n]*\.\n$/],
    [
      "with an unreachable server",
      "postgres://x:secret@127.0.0.1:1/x",
      /^PostgreSQL at 127\.0\.0\.1:1 cannot [^\n]*\.\n$/,
    ],
  ])("prints one sentence and exits with 1 %s", async (_, url, sentence) => {
    const { code, stdout, stderr } = await run(url);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toContain("secret");
  });

  test.skipIf(!postgresUrl)(
    "prints a line per migration, and on the second run that none is left",
    async () => {
      const newDatabase = await createDatabase(postgresUrl ?? "");
      try {
        const lines = shippedNames.map((name) => `applied ${name}\n`).join("");
        expect(await run(newDatabase.url)).toEqual({ code: 0, stdout: lines, stderr: "" });
        expect((await run(newDatabase.url)).stdout).toBe("nothing to apply: the database is up to date\n");
      } finally {
        await newDatabase.drop();
      }
    },
  );
});
