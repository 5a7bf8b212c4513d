import { afterAll, beforeAll, onTestFinished, test } from "vitest";
import type { Edge } from "./edge.ts";
import { bearer } from "./requests.ts";

/**
 * Starts a server before the first test of a file or a `describe`, and closes it after the last one.
 * @returns an object that has the members of the server once the `beforeAll` of this call has run
 */
export function startForSuite<Server extends { close(): Promise<unknown> }>(
  start: () => Promise<Server>,
): Server {
  const server = {} as Server;
  beforeAll(async () => {
    Object.assign(server, await start());
  });
  // A server that did not start has no members.
  afterAll(() => (server as Partial<Server>).close?.());
  return server;
}

/** Starts a server in a test, and closes it after that test. */
export async function startForTest<Server extends { close(): Promise<unknown> }>(
  start: () => Promise<Server>,
): Promise<Server> {
  const server = await start();
  onTestFinished(async () => void (await server.close()));
  return server;
}

/** Signs in before the first test, by default as the administrator. Returns the headers of that session. */
export function signInForSuite(
  edge: Edge,
  credentials?: Parameters<Edge["signIn"]>[0],
): Record<string, string> {
  const headers: Record<string, string> = {};
  beforeAll(async () => {
    Object.assign(headers, bearer(await edge.signIn(credentials)));
  });
  return headers;
}

/** A test that the gate leaves out. `npm run test:all` and `npm test -- NAME` run it. */
export const nightlyTest = test.skipIf(process.env.GATE);

/** Returns the cases of a rule that the gate tests: the first `count`. `npm run test:all` and `npm test -- NAME` take all. */
export const selectCases = <Case>(cases: Case[], count: number): Case[] =>
  process.env.GATE ? cases.slice(0, count) : cases;
