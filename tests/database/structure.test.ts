import { expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const tables = `select oid, relname, relrowsecurity, relforcerowsecurity, relowner from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`;

describeOnEmbedded("the schema", (server) => {
  const { database, calls } = databaseForSuite(server);

  test("has the tables that the contract names", async () => {
    const names = (await database.asOwner(tables)).map(({ relname }) => relname);
    expect(names).toEqual(
      expect.arrayContaining([
        "accounts",
        "sessions",
        "refresh_tokens",
        "one_time_tokens",
        "profiles",
        "contact_submissions",
      ]),
    );
  });

  test("begins without anyone who could sign in", async () => {
    const ways = ["accounts", "profiles", "sessions", "one_time_tokens", "passkeys", "recovery_codes"];
    for (const table of ways) expect(await database.asOwner(`select from ${table}`), table).toEqual([]);
  });

  test("forces row-level security on every table", async () => {
    const open = `select relname from (${tables}) t where not (relrowsecurity and relforcerowsecurity)`;
    expect(await database.asOwner(open)).toEqual([]);
  });

  test("lets the operator do its work on every table, by a policy", async () => {
    const without = `select relname from (${tables}) t
      where not exists (select from pg_policy where polrelid = t.oid and polname = 'operator')`;
    expect(await database.asOwner(without)).toEqual([]);
  });

  test("names every check by what it keeps true", async () => {
    const unnamed = `select conrelid::regclass::text, conname from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conname ~ '_check[0-9]*$'`;
    expect(await database.asOwner(unnamed)).toEqual([]);
  });

  test("says of every table, column and function what it is", async () => {
    const undescribed = `
      select relname as thing from (${tables}) t where obj_description(oid, 'pg_class') is null
      union all
      select relname || '.' || attname from (${tables}) t join pg_attribute on attrelid = oid
        where attnum > 0 and not attisdropped and col_description(oid, attnum) is null
      union all
      select proname from pg_proc where pronamespace = 'public'::regnamespace and obj_description(oid, 'pg_proc') is null`;
    expect(await database.asOwner(undescribed)).toEqual([]);
  });

  test("indexes every foreign key", async () => {
    const unindexed = `select conrelid::regclass::text, conname from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`;
    expect(await database.asOwner(unindexed)).toEqual([]);
  });

  test.each(["edge", "backup"])("gives the role %s nothing of its own", async (role) => {
    const owner = `(select oid from pg_roles where rolname = '${role}')`;
    const owned = `select relname from pg_class where relowner = ${owner}
      union all select proname from pg_proc where proowner = ${owner}
      union all select nspname from pg_namespace where nspowner = ${owner}
      union all select roleid::regrole::text from pg_auth_members where member = ${owner}`;
    expect(await database.asOwner(owned)).toEqual([]);
    const powers = `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as any
      from pg_roles where rolname = '${role}'`;
    expect(await database.asOwner(powers)).toEqual([{ any: false }]);
  });

  test("lets the edge pass on no right", async () => {
    await calls.as(null, "grant select, insert on contact_submissions to public");
    const granted = `select relname from pg_class, aclexplode(relacl)
      where relnamespace = 'public'::regnamespace and grantee = 0`;
    expect(await database.asOwner(granted)).toEqual([]);
  });

  test("reads claims from the transaction alone, absent ones as null", async () => {
    expect(await calls.as({ sub: "someone" }, "select claim('sub') as sub, claim('role') as role")).toEqual([
      { sub: "someone", role: null },
    ]);
    expect(await calls.as(null, "select claim('sub') as sub, is_admin() as admin")).toEqual([
      { sub: null, admin: false },
    ]);
  });
});
