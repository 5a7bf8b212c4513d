import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { BlockedSenders } from "#functions/contract/answers.schema.ts";
import { startEdge } from "../support/edge.ts";
import { bearer, json, type SessionResponse } from "../support/requests.ts";
import { visitor } from "../support/seeded-people.ts";
import { startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
let session: SessionResponse;
let headers: Record<string, string>;
beforeAll(async () => {
  session = await edge.signIn();
  headers = bearer(session);
});

let ids: string[];
beforeEach(async () => {
  await edge.database.asOwner("delete from contact_submissions");
  ids = [];
  for (const name of ["Ana", "Beto", "Carla"]) {
    const id = randomUUID();
    await edge.database.asOwner(
      "insert into contact_submissions (id, name, email, created_at) values ($1, $2, 'a@b.example', now() + $3::interval)",
      [id, name, `${ids.length} seconds`],
    );
    ids.unshift(id);
  }
});

const ask = (path: string, init: RequestInit = { headers }) => edge.fetch(`/api/submissions${path}`, init);
const mark = (id: string | undefined) => ask(`/${id}`, json({ read: true }, headers, "PATCH"));

/** Returns the status of the answer to a call, and the records that the call adds. */
async function recordActions(call: () => Promise<Response>) {
  const [timeBefore] = await edge.database.asOwner("select clock_timestamp()::text as at");
  const response = await call();
  await response.text();
  const rows = await edge.database.asOwner(
    "select account_id, session_id, action, submission_ids from inbox_actions where created_at > $1::timestamptz order by action",
    [timeBefore?.at],
  );
  return { status: response.status, rows };
}

test.each<[string, () => Promise<Response>, action: string, positions: number[]]>([
  ["a page of the list with its messages", () => ask("?limit=2"), "listed", [0, 1]],
  ["the reading of a message", () => ask(`/${ids[1]}`), "read", [1]],
  ["the marking of a message, because the answer holds the whole message", () => mark(ids[1]), "read", [1]],
  ["an export", () => ask("/export.csv"), "exported", [0, 1, 2]],
  ["a deletion", () => ask(`/${ids[0]}`, { method: "DELETE", headers }), "deleted", [0]],
  [
    "a deletion in bulk",
    () => ask("/bulk", json({ ids: [...ids, randomUUID()], action: "delete" }, headers)),
    "deleted",
    [0, 1, 2],
  ],
])("records %s", async (_, call, action, positions) => {
  const { rows } = await recordActions(call);
  const submissionIds = positions.map((position) => ids[position]);
  expect(rows).toEqual([
    {
      account_id: session.user.id,
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      action,
      // Only a page has an order.
      submission_ids: action === "deleted" ? expect.arrayContaining(submissionIds) : submissionIds,
    },
  ]);
  expect(rows[0]?.submission_ids).toHaveLength(positions.length);
});

const change = (action: string, changedIds = ids) => ask("/bulk", json({ ids: changedIds, action }, headers));
const block = (id: string | undefined) => ask(`/${id}/block`, { method: "POST", headers });
const unblock = async () => {
  const answer = await edge.fetch("/api/blocked-senders", { headers });
  const [sender] = ((await answer.json()) as BlockedSenders).items;
  return edge.fetch(`/api/blocked-senders/${sender?.id}`, { method: "DELETE", headers });
};

test("records each move to and from spam, once for each message that moves", async () => {
  const list = async (call: () => Promise<Response>) =>
    (await recordActions(call)).rows.map(({ action, submission_ids }) => [
      action,
      new Set(submission_ids as string[]),
    ]);
  const patch = (spam: boolean) => ask(`/${ids[0]}`, json({ spam }, headers, "PATCH"));
  expect(await list(() => patch(true))).toEqual([
    ["marked_spam", new Set([ids[0]])],
    ["read", new Set([ids[0]])],
  ]);
  expect(await list(() => patch(true))).toEqual([["read", new Set([ids[0]])]]);
  expect(await list(() => change("spam"))).toEqual([["marked_spam", new Set([ids[1], ids[2]])]]);
  expect(await list(() => change("not_spam"))).toEqual([["marked_not_spam", new Set(ids)]]);
  expect(await list(() => change("read"))).toEqual([]);
  const until = new Date(Date.now() + 60_000).toISOString();
  expect(
    await list(() => ask("/bulk", json({ matching: { filter: "all", until }, action: "spam" }, headers))),
  ).toEqual([["marked_spam", new Set(ids)]]);
});

test("records who blocks and unblocks a sender, also without a message of the sender", async () => {
  const administrator = { account_id: session.user.id, session_id: expect.any(String) };
  const { rows: blocked } = await recordActions(() => block(ids[1]));
  expect(blocked).toEqual([
    { ...administrator, action: "sender_blocked", submission_ids: expect.arrayContaining(ids) },
  ]);
  expect(blocked[0]?.submission_ids).toHaveLength(3);
  const { rows: unblocked } = await recordActions(unblock);
  expect(unblocked).toEqual([{ ...administrator, action: "sender_unblocked", submission_ids: [ids[0]] }]);

  await block(ids[1]);
  await edge.database.asOwner("delete from contact_submissions");
  const { rows } = await recordActions(unblock);
  expect(rows).toEqual([{ ...administrator, action: "sender_unblocked", submission_ids: [] }]);
});

test.each<[string, () => Promise<Response>, status: number]>([
  ["an empty page", () => ask("?filter=spam"), 200],
  ["the reading of an unknown message", () => ask(`/${randomUUID()}`), 404],
  ["the marking of an unknown message", () => mark(randomUUID()), 404],
  ["a caller without the right", async () => ask("", { headers: bearer(await edge.signIn(visitor)) }), 403],
  ["a caller without a session", () => ask("", {}), 401],
])("records nothing for %s", async (_, call, status) => {
  expect(await recordActions(call)).toEqual({ status, rows: [] });
});

test("returns no message when it cannot record the reading", async () => {
  await edge.database.asOwner("alter table inbox_actions add constraint full_disk check (false) not valid");
  const response = await ask(`/${ids[0]}`);
  expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining("Carla")]);
  await edge.database.asOwner("alter table inbox_actions drop constraint full_disk");
});
