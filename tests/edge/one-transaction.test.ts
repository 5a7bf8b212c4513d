import { beforeEach, describe, expect, test, vi } from "vitest";
import { callExpectations, unusedId } from "../support/calls-of-the-api.ts";
import { toAddress } from "../support/edge-for-roles.ts";
import { startEdgeInNode } from "../support/edge-in-node.ts";
import { startStoppableDatabase } from "../support/fallible.ts";
import { bearer, json, type SessionResponse } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const database = startForSuite(async () => {
  const { stop, remove, ...stoppable } = await startStoppableDatabase("people");
  return { ...stoppable, close: () => stop().then(remove) };
});
const edge = startForSuite(() => startEdgeInNode(database));

let session: SessionResponse;
beforeEach(async () => {
  await database.asOwner("delete from attempt_limits");
  const signIn = await edge.request("/api/auth/token?grant_type=password", json(administrator));
  session = (await signIn.json()) as SessionResponse;
  // A session that has just used a recovery code may make every change.
  await database.asOwner(
    "update sessions set method = 'recovery_code', verified_at = now() where ended_at is null",
  );
});

/** Counts the transactions of a request. Mails leave after the response, in transactions of their own. */
async function countTransactions(path: string, init: RequestInit): Promise<number> {
  const fetches = vi.spyOn(globalThis, "fetch");
  await (await edge.request(path, init)).text();
  const statements = fetches.mock.calls.map(([, request]) => String(request?.body));
  fetches.mockRestore();
  return statements.filter((body) => body.includes("set_claims") && !/"service\\?":\\?"mail/.test(body))
    .length;
}

describe("an authorized request checks the session and works in one transaction", () => {
  test.each(
    Object.entries(callExpectations)
      .filter(([, { who }]) => who !== "anyone")
      // Two transactions: it reads the account before the edge computes password hashes.
      .filter(([name]) => name !== "PUT /api/auth/user"),
  )("%s", async (name, { asked }) => {
    const [mounted, path] = name.split(" ") as [string, string];
    const method = mounted === "ALL" ? "POST" : mounted;
    const counts: number[] = [];
    for (const { sent: createRequest, query = "", parameter } of asked) {
      const request = (await createRequest?.()) ?? {};
      const headers = { ...(request.headers as Record<string, string>), ...bearer(session) };
      counts.push(
        await countTransactions(toAddress(path, parameter) + query, { ...request, method, headers }),
      );
    }
    expect(counts).toEqual(asked.map(() => 1));
  });

  test.each([
    ["POST /api/auth/passkeys/registration/options", {}],
    ["PATCH /api/submissions/:id", { read: true }],
    ["DELETE /api/auth/sessions/:id", {}],
    ["POST /api/auth/logout?scope=local", {}],
    ["POST /api/auth/logout", {}],
  ])("%s with valid input", async (name, body) => {
    const [method, path] = name.split(" ") as [string, string];
    const request = json(body, bearer(session), method);
    expect(await countTransactions(toAddress(path, unusedId), request)).toBe(1);
  });
});

test.each([
  ["POST", "/api/auth/passkeys/registration/options", { current_password: administrator.password }],
  ["PUT", "/api/auth/user", { data: { theme: "dark" } }],
  ["DELETE", "/api/auth/user", { current_password: administrator.password }],
  // The last row, because it changes the password.
  ["PUT", "/api/auth/user", { password: "otro volcán y un río", current_password: administrator.password }],
])("a request has a transaction on each side of its password hash: %s %s %j", async (method, path, body) => {
  expect(await countTransactions(path, json(body, bearer(session), method))).toBe(2);
});
