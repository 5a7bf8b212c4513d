import { neon } from "@neondatabase/serverless";
import { beforeAll, expect, test } from "vitest";
import { type Row, readRows } from "#local/backup/rows.ts";
import { restoredTables } from "#local/backup/tables.ts";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { logins } from "../support/database-template.ts";
import { databaseForSuite } from "./calls.ts";
import { fillEmptyTables, forbidden, type Ids, tables } from "./rights.ts";

const readable = [...restoredTables, "schema_migrations"];

describeOnOneEngine("the role backup", (server) => {
  const { database, signIn } = databaseForSuite(server);
  const session = signIn("user");
  let ids: Ids;
  let operator: string;

  beforeAll(async () => {
    const { sub, session_id } = session;
    ids = { user: sub, session: session_id, withoutProfile: sub };
    await fillEmptyTables(database, ids);
    const [{ owner } = {}] = await database.asOwner("select current_user::text as owner");
    operator = `"${owner}"`;
  });

  const asBackup = (statement: string) => neon(database.backupUrl).query(statement);
  async function readAll(databaseUrl: string, fetchEndpoint: string | undefined = database.endpoint) {
    const rows: Row[] = [];
    for await (const row of readRows({ databaseUrl, fetchEndpoint })) rows.push(row);
    return rows;
  }

  test.each(Object.keys(tables))("reads %s only if a backup includes it", async (table) => {
    const count = `select count(*)::int as count from ${table}`;
    const [countRow] = await database.asOwner(count);
    expect(countRow?.count).toBeGreaterThan(0);
    if (readable.includes(table)) expect(await asBackup(count)).toEqual([countRow]);
    else await expect(asBackup(count)).rejects.toMatchObject({ code: "42501" });
  });

  test.each(Object.entries(tables))("changes nothing in %s", async (table, { row }) => {
    const [{ name } = {}] = await database.asOwner(
      "select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped limit 1",
      [table],
    );
    for (const statement of [
      `insert into ${row(ids)}`,
      `update ${table} set ${name} = ${name}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      `select from ${table} for update`,
      `create trigger mine before insert on ${table} for each row execute function note_first_read()`,
    ]) {
      await expect(asBackup(statement), statement).rejects.toMatchObject({ code: "42501" });
    }
  });

  test.each([
    ...forbidden,
    "set role edge",
    "create table public.mine (n integer)",
    "alter role backup bypassrls",
    "alter policy backup_reads on accounts to public",
  ])("rejects: %s", async (statement) => {
    await expect(asBackup(statement.replace("OPERATOR", operator))).rejects.toMatchObject({ code: "42501" });
  });

  test("calls no function of the schema", async () => {
    const callable = await database.asOwner(
      `select oid::regprocedure::text as name from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('backup', oid, 'execute')`,
    );
    expect(
      callable.map(({ name }) => name),
      "Public may call these functions: their migration needs `revoke execute … from public`.",
    ).toEqual([]);
  });

  test("cannot call functions that later migrations create", async () => {
    const [, rows] = await neon(database.ownerUrl).transaction((sql) => [
      sql`create function later() returns integer language sql return 1`,
      sql`select has_function_privilege('backup', 'later()', 'execute') as callable`,
      sql`drop function later()`,
    ]);
    expect(rows).toEqual([{ callable: false }]);
  });

  test("reads the same rows as the owner", async () => {
    const rows = await readAll(database.ownerUrl);
    expect(new Set(rows.map(({ table }) => table))).toEqual(new Set(readable));
    expect(await readAll(database.backupUrl)).toEqual(rows);
  });

  test.runIf(server)("reads the same rows from the server itself", async () => {
    const [{ name } = {}] = await database.asOwner("select current_database()::text as name");
    const login = { username: "backup", password: logins.backupPassword, pathname: `/${name}` };
    const url = Object.assign(new URL(String(server)), login).href;
    // The endpoint has set the role's password on that server.
    const rows = await readAll(database.backupUrl);
    expect(await readAll(url, "")).toEqual(rows);
  });

  test("rejects a backup when row-level security hides the rows", async () => {
    await database.asOwner("drop policy backup_reads on schema_migrations");
    try {
      await expect(readAll(database.backupUrl)).rejects.toThrow(
        "Row-level security hides the rows from the role of DATABASE_URL: name the role backup, or the owner.",
      );
    } finally {
      await database.asOwner(
        "create policy backup_reads on schema_migrations for select to backup using (true)",
      );
    }
  });
});
