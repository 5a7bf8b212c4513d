import { neon } from "@neondatabase/serverless";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { withSession } from "#local/neon/engine.ts";
import { startTestDatabase, type TestDatabase } from "../../support/database.ts";
import { describeOnEachEngine, type EmptyDatabase, openEmptyDatabase } from "./engines.ts";

const isPause = (statement: unknown) => (statement as { text?: string }).text === "select pg_sleep(0.1)";

describeOnEachEngine("a client that leaves", (server) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await startTestDatabase(server);
    await database.asOwner("create table kept (n integer)");
    await database.asOwner("grant select, insert on kept to edge");
  });

  afterAll(() => database.close());

  test("rolls back its transaction", async () => {
    const leaving = new AbortController();
    const sql = neon(database.edgeUrl, { fetchOptions: { signal: leaving.signal } });
    const pauses = Array.from({ length: 30 }, () => sql`select pg_sleep(0.1)`);
    const batch = sql.transaction([sql`insert into kept values (1)`, ...pauses]);
    const sent = vi.spyOn(Client.prototype, "query");
    const refused = expect(batch).rejects.toMatchObject({ sourceError: { name: "AbortError" } });
    // The first pause begins when the row has been inserted.
    await vi.waitUntil(() => sent.mock.calls.some(([statement]) => isPause(statement)), 60_000);
    sent.mockRestore();
    leaving.abort();
    await refused;
    // Creating an index waits for every transaction that has written to the table.
    await database.asOwner("create index on kept (n)");
    expect(await database.asOwner("select * from kept")).toEqual([]);
  });

  test.skipIf(!server)("has its statement cancelled", async () => {
    const leaving = new AbortController();
    const sql = neon(database.edgeUrl, { fetchOptions: { signal: leaving.signal } });
    const refused = expect(sql`select pg_sleep(600)`).rejects.toMatchObject({
      sourceError: { name: "AbortError" },
    });
    // A role sees only the statements of its own sessions.
    const other = neon(database.edgeUrl);
    const running = () =>
      other`select pid from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'
            and datname = current_database()`;
    await expect.poll(running).toHaveLength(1);
    leaving.abort();
    await refused;
    await expect.poll(running).toEqual([]);
  });
});

describe("a request that waits for its turn, on PGlite", () => {
  let empty: EmptyDatabase;

  beforeAll(async () => {
    empty = await openEmptyDatabase(null);
  });

  afterAll(() => empty.close());

  test("never starts if its client leaves meanwhile", async () => {
    const { engine } = empty;
    const first = Promise.withResolvers<void>();
    const holding = empty.asOwner(() => first.promise);
    const leaving = new AbortController();
    let begun = false;
    const waiting = withSession(engine, engine.owner, leaving.signal, async () => {
      begun = true;
    });
    leaving.abort();
    first.resolve();
    await Promise.all([holding, expect(waiting).rejects.toMatchObject({ name: "AbortError" })]);
    expect(begun).toBe(false);
    expect(await empty.asOwner(async (client) => (await client.query("select 1 as one")).rows)).toHaveLength(
      1,
    );
  });
});
