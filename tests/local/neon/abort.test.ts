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
    const controller = new AbortController();
    const sql = neon(database.edgeUrl, { fetchOptions: { signal: controller.signal } });
    const pauses = Array.from({ length: 30 }, () => sql`select pg_sleep(0.1)`);
    const batch = sql.transaction([sql`insert into kept values (1)`, ...pauses]);
    const querySpy = vi.spyOn(Client.prototype, "query");
    const rejection = expect(batch).rejects.toMatchObject({ sourceError: { name: "AbortError" } });
    // The first pause begins when the row has been inserted.
    await vi.waitUntil(() => querySpy.mock.calls.some(([statement]) => isPause(statement)), 60_000);
    querySpy.mockRestore();
    controller.abort();
    await rejection;
    // Creating an index waits for every transaction that has written to the table.
    await database.asOwner("create index on kept (n)");
    expect(await database.asOwner("select * from kept")).toEqual([]);
  });

  test.skipIf(!server)("has its statement cancelled", async () => {
    const controller = new AbortController();
    const sql = neon(database.edgeUrl, { fetchOptions: { signal: controller.signal } });
    const rejection = expect(sql`select pg_sleep(600)`).rejects.toMatchObject({
      sourceError: { name: "AbortError" },
    });
    // A role sees only the statements of its own sessions.
    const otherSql = neon(database.edgeUrl);
    const listRunning = () =>
      otherSql`select pid from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'
            and datname = current_database()`;
    await expect.poll(listRunning).toHaveLength(1);
    controller.abort();
    await rejection;
    await expect.poll(listRunning).toEqual([]);
  });
});

describe("a request that waits for its turn, on PGlite", () => {
  let emptyDatabase: EmptyDatabase;

  beforeAll(async () => {
    emptyDatabase = await openEmptyDatabase(null);
  });

  afterAll(() => emptyDatabase.close());

  test("never starts if its client leaves meanwhile", async () => {
    const { engine } = emptyDatabase;
    const firstTurn = Promise.withResolvers<void>();
    const firstWork = emptyDatabase.asOwner(() => firstTurn.promise);
    const controller = new AbortController();
    let hasBegun = false;
    const waitingSession = withSession(engine, engine.owner, controller.signal, async () => {
      hasBegun = true;
    });
    controller.abort();
    firstTurn.resolve();
    await Promise.all([firstWork, expect(waitingSession).rejects.toMatchObject({ name: "AbortError" })]);
    expect(hasBegun).toBe(false);
    expect(
      await emptyDatabase.asOwner(async (client) => (await client.query("select 1 as one")).rows),
    ).toHaveLength(1);
  });
});
