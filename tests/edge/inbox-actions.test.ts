import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
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

const ask = (path: string, init: RequestInit = {}) =>
  edge.fetch(`/api/submissions${path}`, { headers, ...init });
/** Returns the records that `work` adds: the account, the action and the messages. */
async function recordActions(work: () => Promise<Response>) {
  const [timeBefore] = await edge.database.asOwner("select clock_timestamp()::text as at");
  const response = await work();
  await response.text();
  const rows = await edge.database.asOwner(
    "select account_id, session_id, action, submission_ids from inbox_actions where created_at > $1::timestamptz",
    [timeBefore?.at],
  );
  return { status: response.status, rows };
}
const toRecord = (action: string, submissionIds: string[]) => ({
  account_id: session.user.id,
  session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  action,
  submission_ids: submissionIds,
});

test("records a page of the list with its messages, and nothing for an empty page", async () => {
  const { rows } = await recordActions(() => ask("?limit=2"));
  expect(rows).toEqual([toRecord("listed", ids.slice(0, 2))]);
  expect((await recordActions(() => ask("?filter=spam"))).rows).toEqual([]);
});

test("records the reading of a message, and nothing for an unknown id", async () => {
  expect((await recordActions(() => ask(`/${ids[1]}`))).rows).toEqual([toRecord("read", [ids[1] ?? ""])]);
  expect(await recordActions(() => ask(`/${randomUUID()}`))).toEqual({ status: 404, rows: [] });
});

test("records the marking of a message, because the answer holds the whole message", async () => {
  const createMark = (id: string | undefined) => () => ask(`/${id}`, json({ read: true }, headers, "PATCH"));
  const { status, rows } = await recordActions(createMark(ids[1]));
  expect({ status, rows }).toEqual({ status: 200, rows: [toRecord("read", [ids[1] ?? ""])] });
  expect(await recordActions(createMark(randomUUID()))).toEqual({ status: 404, rows: [] });
});

test("records an export", async () => {
  const { rows } = await recordActions(() => ask("/export.csv"));
  expect(rows).toEqual([toRecord("exported", ids)]);
});

test("records deletions, single and in bulk", async () => {
  const single = await recordActions(() => ask(`/${ids[0]}`, { method: "DELETE" }));
  expect(single.rows).toEqual([toRecord("deleted", [ids[0] ?? ""])]);
  const bulk = await recordActions(() =>
    ask("/bulk", json({ ids: [...ids, randomUUID()], action: "delete" }, headers)),
  );
  expect(bulk.rows).toEqual(
    [toRecord("deleted", ids.slice(1).sort())].map((row) => ({
      ...row,
      submission_ids: expect.arrayContaining(ids.slice(1)),
    })),
  );
});

test("records nothing for a caller without the right", async () => {
  const visitorHeaders = bearer(await edge.signIn(visitor));
  const forbidden = await recordActions(() => edge.fetch("/api/submissions", { headers: visitorHeaders }));
  expect(forbidden).toEqual({ status: 403, rows: [] });
  const unauthenticated = await recordActions(() => edge.fetch("/api/submissions"));
  expect(unauthenticated).toEqual({ status: 401, rows: [] });
});

test("returns no message when it cannot record the reading", async () => {
  await edge.database.asOwner("alter table inbox_actions add constraint full_disk check (false) not valid");
  const response = await ask(`/${ids[0]}`);
  expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining("Carla")]);
  await edge.database.asOwner("alter table inbox_actions drop constraint full_disk");
});
