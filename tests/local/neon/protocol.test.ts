import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { startTestDatabase, type TestDatabase } from "../../support/database.ts";

describe("the database endpoint", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await startTestDatabase(null);
  });

  afterAll(() => database.close());

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(database.endpoint, {
      method: "POST",
      body,
      headers: { "Neon-Connection-String": database.edgeUrl, ...headers },
    });

  test.each(["localhost", "127.0.0.1", "[::1]"])("is healthy at %s", async (host) => {
    const response = await fetch(`http://${host}:${database.port}/health`);
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  test.each([
    ["no JSON", "{", {}],
    ["an empty body", "", {}],
    ["JSON that is no request", "[1]", {}],
    ["a query that is not text", '{"query": 1}', {}],
    ["parameters that are not a list", '{"query": "select 1", "params": {"a": 1}}', {}],
    ["a batch with something else in it", '{"queries": [{"query": "select 1"}, 2]}', {}],
    ["no connection string", '{"query": "select 1"}', { "Neon-Connection-String": "" }],
    [
      "a connection string without a user",
      '{"query": "select 1"}',
      { "Neon-Connection-String": "postgresql://h/d" },
    ],
    ["another address", '{"query": "select 1"}', { "Neon-Connection-String": "https://edge:x@h/d" }],
    [
      "an unknown isolation level",
      '{"queries": []}',
      { "Neon-Batch-Isolation-Level": "Chaos; drop table accounts" },
    ],
    ["a batch that is read only", '{"queries": []}', { "Neon-Batch-Read-Only": "true" }],
  ])("answers 400 and a message to %s", async (_, body, headers) => {
    const response = await post(body, headers);
    expect([response.status, await response.json()]).toEqual([
      400,
      { message: expect.stringMatching(/\.$/) },
    ]);
  });

  test("answers 404 to every other request", async () => {
    expect((await fetch(database.endpoint)).status).toBe(404);
    expect((await fetch(`http://localhost:${database.port}/`)).status).toBe(404);
  });

  test("answers an empty batch", async () => {
    expect(await (await post('{"queries": []}')).json()).toEqual({ results: [] });
  });

  test("sends every value as text or null", async () => {
    const response = await post(
      '{"query": "select 1 as a, true as b, null as c, $1::jsonb as d", "params": ["{}"]}',
    );
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      command: "SELECT",
      rowCount: 1,
      rows: [["1", "t", null, "{}"]],
    });
  });
});

test("a port in use is named in one sentence", async () => {
  const blockingServer = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => blockingServer.once("listening", resolve));
  const { port } = blockingServer.address() as AddressInfo;
  await expect(listenOnLoopback(port, () => {})).rejects.toThrow(
    `Port ${port} is in use by another program.`,
  );
  await new Promise((resolve) => blockingServer.close(resolve));
});

test("an unreachable server is reported in one sentence, without the password", async () => {
  const { startDatabase } = await import("#local/neon/server.ts");
  const startPromise = startDatabase({
    port: 0,
    dataDirectory: null,
    postgresUrl: "postgres://someone:secret@127.0.0.1:1/db",
    ownerPassword: "owner",
    edgePassword: "edge",
    backupPassword: "backup",
  });
  await expect(startPromise).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:1 cannot be reached: .* ECONNREFUSED [^\n]*\.$/,
  );
});
