import { randomUUID } from "node:crypto";
import { neon } from "@neondatabase/serverless";
import { beforeAll, expect, test } from "vitest";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { type Claims, databaseForSuite } from "./calls.ts";
import {
  type Caller,
  callers,
  fillEmptyTables,
  forbidden,
  functions,
  type Ids,
  particularRows,
  tables,
} from "./rights.ts";

const ownTables = `select relname from pg_class
  where relnamespace = 'public'::regnamespace and relkind not in ('i', 'S', 't', 'c')`;
const ownFunctions =
  "select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace";

function getExpectedOutcome(rights: (typeof functions)[string], caller: Caller): number | string {
  if (rights === "trigger") return "0A000";
  if (rights.allowed.includes(caller)) return 1;
  return rights.otherwise ? 0 : "42501";
}

describeOnOneEngine("the rights of the edge by claim", (server) => {
  const { database, calls } = databaseForSuite(server);
  let ids: Ids;
  let claims: Record<Caller, Claims>;
  let operator: string;

  beforeAll(async () => {
    const [user, admin, otherUser] = [
      await calls.signIn("user"),
      await calls.signIn("admin"),
      await calls.signIn("user"),
    ];
    ids = { user: user.sub, session: user.session_id, withoutProfile: randomUUID() };
    const endedSession = randomUUID();
    await database.asOwner("insert into sessions (id, account_id, ended_at) values ($1, $2, now())", [
      endedSession,
      admin.sub,
    ]);
    await database.asOwner(
      "insert into accounts (id, email, password_hash) values ($1, 'b@x.example', '$argon2id$')",
      [ids.withoutProfile],
    );
    for (const { sub, session_id } of [user, admin, otherUser]) {
      await database.asOwner("insert into refresh_tokens (token_hash, session_id) values (sha256($1), $2)", [
        Buffer.from(sub),
        session_id,
      ]);
    }
    await fillEmptyTables(database, ids);
    const [{ owner } = {}] = await database.asOwner("select current_user::text as owner");
    operator = `"${owner}"`;
    claims = {
      nobody: null,
      user,
      admin,
      ended: { sub: admin.sub, session_id: endedSession },
      auth: { service: "auth" },
      mail: { service: "mail" },
      content: { service: "content" },
      retention: { service: "retention" },
      invented: { service: "admin", sub: randomUUID(), role: "admin", user_role: "admin", is_admin: "true" },
    };
  });

  /** Returns the number of rows that a statement finds, or its error code. The statement is rolled back. */
  async function attempt(caller: Caller, statement: string): Promise<number | string> {
    const [, code, message] = await calls
      .as(
        claims[caller],
        `do $try$ declare found_rows bigint; begin
           ${statement};
           get diagnostics found_rows = row_count;
           raise exception using errcode = 'VT000', message = found_rows::text;
         end $try$`,
      )
      .then(
        () => [],
        (error) => [error, error.code, error.message] as [unknown, string, string],
      );
    return code === "VT000" ? Number(message) : (code ?? "nothing was refused");
  }

  /** Returns the character of the notation for an outcome. */
  function toSymbol(letter: string, outcome: number | string, total: number): string {
    if (outcome === "42501") return "-";
    if (outcome === 0) return ".";
    if (outcome === total) return letter;
    return typeof outcome === "number" ? letter.toLowerCase() : outcome;
  }

  test("every table and every function is listed", async () => {
    const names = (await database.asOwner(ownTables)).map(({ relname }) => relname);
    expect(names.sort()).toEqual(Object.keys(tables).sort());
    const functionNames = (await database.asOwner(ownFunctions)).map(({ name }) => name);
    expect(functionNames.sort()).toEqual(Object.keys(functions).sort());
  });

  test.each(Object.entries(tables))("in %s", async (table, { row, columns, may }) => {
    const [{ count } = {}] = await database.asOwner(`select count(*)::int as count from ${table}`);
    const total = count as number;
    expect(total).toBeGreaterThan(0);
    const changeable = await database.asOwner(
      `select attname::text as name, has_column_privilege('edge', attrelid, attnum, 'update') as changeable
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    );
    const updatableColumns = changeable.filter((column) => column.changeable).map(({ name }) => name);
    expect(updatableColumns.sort()).toEqual((columns ?? changeable.map(({ name }) => name)).sort());
    const column = updatableColumns[0] ?? changeable[0]?.name;
    const symbols: string[] = [];
    for (const caller of callers) {
      symbols.push(
        [
          toSymbol("S", await attempt(caller, `perform 1 from ${table}`), total),
          toSymbol("I", await attempt(caller, `insert into ${row(ids)}`), 1),
          toSymbol("U", await attempt(caller, `update ${table} set ${column} = ${column}`), total),
          toSymbol("D", await attempt(caller, `delete from ${table}`), total),
        ].join(""),
      );
    }
    expect(Object.fromEntries(callers.map((caller, index) => [caller, symbols[index]]))).toEqual(
      Object.fromEntries(callers.map((caller, index) => [caller, may.split(/ +/)[index]])),
    );
  });

  test.each(particularRows)("%s is added by those who may", async (_, row, allowedCallers) => {
    for (const caller of callers) {
      const outcome = await attempt(caller, `insert into ${row(ids)}`);
      expect([caller, outcome]).toEqual([caller, allowedCallers.includes(caller) ? 1 : "42501"]);
    }
  });

  test("no caller reads or deletes another user's profile", async () => {
    for (const caller of ["nobody", "admin", "ended", "mail", "content", "retention", "invented"] as const) {
      const profile = `profiles where user_id = '${ids.user}'`;
      expect([caller, await attempt(caller, `perform 1 from ${profile}`)]).toEqual([caller, 0]);
      expect([caller, await attempt(caller, `delete from ${profile}`)]).toEqual([caller, "42501"]);
    }
  });

  test.each(Object.entries(functions))("%s is called by those who may", async (name, rights) => {
    for (const caller of callers) {
      const outcome = await attempt(caller, `perform ${rights === "trigger" ? name : rights.call}`);
      expect([caller, outcome]).toEqual([caller, getExpectedOutcome(rights, caller)]);
    }
  });

  test("a reset of the role or the session leaves the role edge", async () => {
    const sql = neon(database.edgeUrl);
    for (const reset of ["role", "session authorization", "all"]) {
      const [, roles] = await sql.transaction([
        sql.query(`reset ${reset}`),
        sql`select session_user::text as session, current_user::text as current`,
      ]);
      expect(roles).toEqual([{ session: "edge", current: "edge" }]);
    }
  });

  test.each(forbidden)("no claim allows: %s", async (statement) => {
    for (const caller of callers) {
      const result = calls.as(claims[caller], statement.replace("OPERATOR", operator));
      await expect(result, caller).rejects.toMatchObject({ code: "42501" });
    }
  });
});
