import { neon } from "@neondatabase/serverless";
import type pg from "pg";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { openClient } from "#local/neon/client.ts";
import { type DatabaseSession, type Engine, withSession } from "#local/neon/engine.ts";
import { openPostgres } from "#local/neon/postgres.ts";
import { type LocalDatabase, startDatabase } from "#local/neon/server.ts";
import { findEndpointsByPort } from "../../support/database.ts";
import { copyDatabase } from "../../support/database-copy.ts";
import { logins } from "../../support/database-template.ts";
import { asAdministrator, postgresUrl } from "../../support/postgres-server.ts";

const server = postgresUrl ?? "";

const terminateBackends = (database: string) =>
  asAdministrator(server, (client) =>
    client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [
      database,
    ]),
  );
const dropDatabase = (database: string) =>
  asAdministrator(server, (client) => client.query(`drop database if exists ${database} with (force)`));

const lossReason = /terminating connection due to administrator command|Connection terminated unexpectedly/;

/** The endpoint returns the error of PostgreSQL, or 503 if the connection ends between two statements. */
const batchLossReason = new RegExp(`${lossReason.source}|The database does not answer: .*connection error`);

const toMessage = (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

// PGlite runs inside the process, so only a server can end a connection.
describe.skipIf(!postgresUrl).each([
  ["terminates its backend", terminateBackends, /^1$/],
  ["drops its database with force", dropDatabase, /^database "\w+" does not exist$/],
])("a connection survives a server that %s", (_, endBackends, nextSession) => {
  let url: string;
  let database: string;
  let stderr: MockInstance<typeof process.stderr.write>;
  let uncaught: unknown[];
  const recordUncaught = (error: unknown) => void uncaught.push(error);

  beforeEach(async () => {
    uncaught = [];
    process.on("uncaughtException", recordUncaught);
    stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    url = (await copyDatabase(server, "schema")).postgresUrl ?? "";
    database = new URL(url).pathname.slice(1);
  });

  afterEach(async () => {
    await dropDatabase(database);
    stderr.mockRestore();
    process.off("uncaughtException", recordUncaught);
  });

  const expectLogged = () => {
    const lines = stderr.mock.calls.map(([line]) => String(line)).filter((line) => lossReason.test(line));
    expect(lines).toEqual([expect.stringMatching(/^A connection to PostgreSQL was lost: [^\n]+\n$/)]);
    expect(uncaught).toEqual([]);
  };

  async function loseConnection(client: pg.ClientBase): Promise<void> {
    // `once` of node:events would add an error listener. This test needs a client without one.
    let hasEnded = false;
    client.once("end", () => {
      hasEnded = true;
    });
    await endBackends(database);
    await vi.waitUntil(() => hasEnded || uncaught.length > 0, 60_000);
    expect(uncaught).toEqual([]);
  }

  describe.each([
    ["idle", "select 1"],
    ["in a transaction", "begin"],
  ])("while %s", (_state, statement) => {
    test("as a client of a command, whose next query rejects", async () => {
      const client = await openClient(url);
      await client.query(statement);
      await loseConnection(client);
      await expect(client.query("select 1")).rejects.toThrow("connection error");
      await client.end();
      expectLogged();
    });
  });

  describe("in the pool of the stand-in for Neon", () => {
    let engine: Engine;

    beforeEach(async () => {
      engine = await openPostgres(url);
    });

    afterEach(() => engine.close());

    const runSession = <T>(work: (client: DatabaseSession["client"]) => Promise<T>) =>
      withSession(engine, engine.owner, new AbortController().signal, ({ client }) => work(client));
    /** Returns the result of a query in another session, or the message of its error. */
    const queryAgain = () =>
      toMessage(runSession(async (client) => (await client.query("select 1 as one")).rows[0].one));

    test("while idle, and the next session gets a new connection or a reason", async () => {
      const idleClient = await runSession(async (client) => client);
      await loseConnection(idleClient);
      expect(await queryAgain()).toMatch(nextSession);
      expectLogged();
    });

    test("while a session is between two statements of a transaction", async () => {
      const session = runSession(async (client) => {
        await client.query("begin");
        await loseConnection(client);
        await client.query("select 1");
      });
      await expect(session).rejects.toThrow("connection error");
      expect(await queryAgain()).toMatch(nextSession);
      expectLogged();
    });

    test("while a statement runs", async () => {
      const session = runSession(async (client) => {
        await Promise.all([
          loseConnection(client),
          expect(client.query("select pg_sleep(600)")).rejects.toThrow(lossReason),
        ]);
      });
      await session;
      expect(await queryAgain()).toMatch(nextSession);
      expectLogged();
    });
  });

  describe("behind the endpoint of the stand-in for Neon", () => {
    let local: LocalDatabase;

    beforeEach(async () => {
      local = await startDatabase({ port: 0, dataDirectory: null, postgresUrl: url, ...logins });
      findEndpointsByPort();
    });

    afterEach(() => local.close());

    test("while a batch runs, which fails with a reason, and the endpoint keeps answering", async () => {
      const sql = neon(local.edgeUrl);
      const pauses = Array.from({ length: 200 }, () => sql`select pg_sleep(0.02)`);
      const batchFailure = toMessage(sql.transaction(pauses));
      await vi.waitUntil(() => isUsed(database), 60_000);
      await endBackends(database);
      expect(await batchFailure).toMatch(batchLossReason);
      expect(await toMessage(sql`select '1' as one`.then(([row]) => row?.one))).toMatch(nextSession);
      expect((await fetch(`http://localhost:${local.port}/`)).status).toBe(404);
      expect(uncaught).toEqual([]);
    });
  });
});

/** Returns whether the role `edge` has an open transaction in a database. */
const isUsed = (database: string) =>
  asAdministrator(server, async (client) => {
    const { rows } = await client.query(
      "select from pg_stat_activity where datname = $1 and usename = 'edge' and xact_start is not null",
      [database],
    );
    return rows.length > 0;
  });
