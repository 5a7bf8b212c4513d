import { neon } from "@neondatabase/serverless";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDatabase, type TestDatabase } from "../../support/database.ts";
import { describeOnEachEngine } from "./engines.ts";

describeOnEachEngine("the unmodified driver", (server) => {
  let database: TestDatabase;
  let edge: ReturnType<typeof neon<false, false>>;
  let owner: ReturnType<typeof neon<false, false>>;

  beforeAll(async () => {
    database = await startTestDatabase(server);
    edge = neon(database.edgeUrl);
    owner = neon(database.ownerUrl);
    await owner`create table things (id integer primary key, name text not null constraint things_name_short
      check (char_length(name) < 10), parent integer references things (id) deferrable initially deferred)`;
    await owner`grant select, insert on things to edge`;
  });

  afterAll(() => database.close());

  test.each([
    ["integer", 2147483647, 2147483647],
    ["bigint", "9223372036854775807", "9223372036854775807"],
    ["numeric", "12345678901234567890.123456789", "12345678901234567890.123456789"],
    ["double precision", 0.1, 0.1],
    ["boolean", true, true],
    ["text", "¡Buenos días, señora! 🌺", "¡Buenos días, señora! 🌺"],
    ["text", `'; drop table things; -- "\\`, `'; drop table things; -- "\\`],
    ["text", null, null],
    ["timestamptz", "2026-11-21 02:09:10.5-06", new Date("2026-11-21T08:09:10.500Z")],
    ["jsonb", [{ deep: { er: true } }].at(0), { deep: { er: true } }],
    ["bytea", Buffer.from([0, 1, 127, 128, 255]), Buffer.from([0, 1, 127, 128, 255])],
    ["integer[]", [1, 2, null], [1, 2, null]],
    ["text[]", ["a", 'b"c', "d,e", "{f}", "", "NULL", "\\"], ["a", 'b"c', "d,e", "{f}", "", "NULL", "\\"]],
  ])("reads a %s back unchanged (%#)", async (type, input, expected) => {
    const [row] = await edge.query(`select $1::${type} as value`, [input]);
    expect(row?.value).toEqual(expected);
  });

  test("gets large results completely", async () => {
    const rows = await edge`select n, repeat('ñ', 500) as text from generate_series(1, 20000) n`;
    expect(rows).toHaveLength(20_000);
    expect(rows.at(-1)).toEqual({ n: 20_000, text: "ñ".repeat(500) });
  });

  test("sends large parameters", async () => {
    const text = "señal ".repeat(500_000);
    expect(await edge`select char_length(${text}) as length`).toEqual([{ length: text.length }]);
  });

  test("gets the name of a violated constraint", async () => {
    await owner`insert into things values (1, 'first')`;
    await expect(edge`insert into things values (1, 'again')`).rejects.toMatchObject({
      name: "NeonDbError",
      severity: "ERROR",
      code: "23505",
      message: 'duplicate key value violates unique constraint "things_pkey"',
      detail: "Key (id)=(1) already exists.",
      schema: "public",
      table: "things",
      constraint: "things_pkey",
    });
    await expect(edge`insert into things values (2, 'much too long')`).rejects.toMatchObject({
      code: "23514",
      constraint: "things_name_short",
    });
    await expect(edge`insert into things values (2)`).rejects.toMatchObject({
      code: "23502",
      column: "name",
    });
  });

  test.each([
    ["a statement that is not SQL", "selec 1", [], { code: "42601", position: "1" }],
    ["a missing table", "select * from nowhere", [], { code: "42P01", position: "15" }],
    ["a parameter of the wrong type", "select $1::integer", ["x"], { code: "22P02" }],
    ["a missing parameter", "select $1::integer + $2::integer", ["1"], { code: "08P01" }],
    ["an error while it runs", "select 1 / $1::integer", ["0"], { code: "22012" }],
    ["several statements in one", "select 1; select 2", [], { code: "42601" }],
  ])("gets the error of %s, and the next statement works", async (_, query, params, expected) => {
    await expect(edge.query(query, params)).rejects.toMatchObject(expected);
    expect(await edge`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test("runs a batch as one transaction", async () => {
    const [first, second] = await edge.transaction([
      edge`select set_config('app.mark', 'mine', true) as mark, txid_current() as id`,
      edge`select current_setting('app.mark') as mark, txid_current() as id`,
    ]);
    expect(second).toEqual(first);
    expect(second).toMatchObject([{ mark: "mine" }]);
    expect(await edge`select nullif(current_setting('app.mark', true), '') as mark`).toEqual([
      { mark: null },
    ]);
  });

  test("rolls back a batch if one of its statements fails", async () => {
    const batch = edge.transaction([edge`insert into things values (30, 'a')`, edge`select 1 / 0`]);
    await expect(batch).rejects.toMatchObject({ code: "22012" });
    expect(await edge`select from things where id = 30`).toEqual([]);
  });

  test("gets the error of a batch that fails at its commit", async () => {
    const batch = edge.transaction([edge`insert into things values (31, 'orphan', 999)`]);
    await expect(batch).rejects.toMatchObject({ code: "23503", constraint: "things_parent_fkey" });
    expect(await edge`select from things where id = 31`).toEqual([]);
  });

  test("isolates concurrent transactions from each other", async () => {
    const marks = Array.from({ length: 25 }, (_, index) => String(index));
    const results = await Promise.all(
      marks.map((mark) =>
        edge.transaction([
          edge`select set_config('app.mark', ${mark}, true)`,
          ...[1, 2, 3].map(() => edge`select current_setting('app.mark') as mark`),
        ]),
      ),
    );
    expect(results.map(([, ...rows]) => rows.flat().map(({ mark }) => mark))).toEqual(
      marks.map((mark) => [mark, mark, mark]),
    );
  });

  test("gets a clean session, whatever the previous session did", async () => {
    await edge`set search_path = pg_catalog`;
    await edge`begin`;
    await edge`select set_config('app.left', 'behind', false)`;
    expect(
      await edge`select current_setting('search_path') like '%public%' as path,
        nullif(current_setting('app.left', true), '') as left`,
    ).toEqual([{ path: true, left: null }]);
  });

  test("gets a clean session after plain statements", async () => {
    await owner`create sequence numbers`;
    await owner`select nextval('numbers'), pg_advisory_lock(7), set_config('role', 'pg_database_owner', false)`;
    expect(await owner`select current_user::text as name, pg_advisory_unlock(7) as held`).toEqual([
      { name: new URL(database.ownerUrl).username, held: false },
    ]);
    await expect(owner`select currval('numbers')`).rejects.toMatchObject({ code: "55000" });
  });

  test("sees the columns of a table that has changed since the same statement", async () => {
    await owner`create table changing (id integer)`;
    await owner`insert into changing values (1)`;
    const readAll = () => owner`select * from changing`;
    expect([await readAll(), await readAll()]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    await owner`alter table changing add name text`;
    expect(await readAll()).toEqual([{ id: 1, name: null }]);
  });

  test("repeats statements after a session has removed every prepared statement", async () => {
    const readOne = () => edge`select 1 as one`;
    const batch = edge.transaction([readOne(), edge`deallocate all`, readOne()]);
    expect(await batch).toEqual([[{ one: 1 }], [], [{ one: 1 }]]);
    await edge`prepare mine as select 1`;
    await expect(edge`execute mine`).rejects.toMatchObject({ code: "26000" });
    expect(await readOne()).toEqual([{ one: 1 }]);
  });

  test("runs more statements than the connection keeps plans", async () => {
    const readNumbers = async (numbers: number[]) => {
      for (const number of numbers)
        expect(await edge.query(`select ${number} as n`)).toEqual([{ n: number }]);
    };
    const numbers = Array.from({ length: 510 }, (_, index) => index);
    await readNumbers(numbers);
    await readNumbers(numbers.slice(0, 2));
  });

  test("has the role that it signs in as, whichever role signed in before", async () => {
    const readRoles = (sql: typeof edge) =>
      sql`select session_user::text as session, current_user::text as current`;
    expect(await readRoles(edge)).toEqual([{ session: "edge", current: "edge" }]);
    await edge`select 1 / 0`.catch(() => {});
    const [ownerRoles] = await readRoles(owner);
    expect(ownerRoles?.session).not.toBe("edge");
    expect(await readRoles(edge)).toEqual([{ session: "edge", current: "edge" }]);
  });

  test("cannot assume another role", async () => {
    const setAuthorization = edge`select set_config('session_authorization', ${new URL(database.ownerUrl).username}, false)`;
    await expect(edge.transaction([setAuthorization, edge`select * from accounts`])).rejects.toMatchObject({
      code: "42501",
    });
    await expect(edge`set role pg_read_all_data`).rejects.toMatchObject({ code: "42501" });
  });

  test.each([
    ["a wrong password", (url: URL) => Object.assign(url, { password: "wrong" }), "28P01"],
    ["no password", (url: URL) => Object.assign(url, { password: "" }), "28P01"],
    ["an unknown name", (url: URL) => Object.assign(url, { username: "nobody" }), "28P01"],
    ["a missing database", (url: URL) => Object.assign(url, { pathname: "/nowhere" }), "3D000"],
  ])("is rejected with %s", async (_, change, code) => {
    const sql = neon(change(new URL(database.edgeUrl)).href);
    await expect(sql`select 1`).rejects.toMatchObject({ code });
    expect(await edge`select 1 as one`).toEqual([{ one: 1 }]);
  });

  test.each(["pg_trgm", "unaccent", "citext"])(
    "can use the extension %s after the owner has created it",
    async (name) => {
      await owner.query(`create extension if not exists ${name}`);
      expect(await edge`select extname from pg_extension where extname = ${name}`).toHaveLength(1);
    },
  );
});
