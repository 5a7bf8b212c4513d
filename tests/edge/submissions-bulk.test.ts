import { randomUUID } from "node:crypto";
import { neon } from "@neondatabase/serverless";
import { beforeEach, describe, expect, test } from "vitest";
import type { SubmissionMatchingOutcome, SubmissionPage } from "#functions/contract/answers.schema.ts";
import { startEdge } from "../support/edge.ts";
import { json } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(startEdge);
const admin = signInForSuite(edge);
beforeEach(() => edge.database.asOwner("truncate contact_submissions cascade"));

const start = Date.parse("2026-03-01T00:00:00Z");
/** Returns the time of the message with this number, one per second from number 0, the oldest. */
const toTime = (number: number) => new Date(start + number * 1_000).toISOString();

/** Inserts messages numbered from 0, one per second, and returns their ids in that order. */
async function insert(count: number, { read = false, spam = false, name = "Ana", from = 0 } = {}) {
  const ids: string[] = Array.from({ length: count }, () => randomUUID());
  await neon(edge.database.ownerUrl).query(
    `insert into contact_submissions (id, name, email, read, spam, created_at)
     select id, $2, 'ana@cliente.example', $3, $4, $5::timestamptz + (place - 1) * interval '1 second'
     from unnest($1::uuid[]) with ordinality as given (id, place)`,
    [ids, name, read, spam, toTime(from)],
  );
  return ids;
}
const postBulk = (body: unknown, headers = admin) => edge.fetch("/api/submissions/bulk", json(body, headers));
const runBulk = async (body: unknown) => {
  const response = await postBulk(body);
  expect(response.status).toBe(200);
  return (await response.json()) as SubmissionMatchingOutcome;
};
const listRows = () =>
  edge.database.asOwner("select id, read, spam from contact_submissions order by created_at, id");
const getPage = async (query: string) =>
  (await (await edge.fetch(`/api/submissions?${query}`, { headers: admin })).json()) as SubmissionPage;

describe("a bulk action on listed ids", () => {
  test("of 500 changes each message once when two administrators act at once", async () => {
    const ids = await insert(500);
    const outcomes = await Promise.all([
      runBulk({ ids, action: "read" }),
      runBulk({ ids: ids.toReversed(), action: "read" }),
    ]);
    expect(outcomes[0].affected + outcomes[1].affected).toBe(500);
  });
});

describe("a bulk action on matching messages", () => {
  const createMatching = (extraFields: Record<string, unknown> = {}) => ({
    until: toTime(10_000),
    ...extraFields,
  });

  test("handles 2,000 messages per call, newest first, and reports whether more remain", async () => {
    const ids = await insert(2_300);
    const firstOutcome = await runBulk({ matching: createMatching(), action: "read" });
    expect([firstOutcome.affected, firstOutcome.more]).toEqual([2_000, true]);
    expect(firstOutcome.ids.toSorted()).toEqual(ids.slice(300).sort());
    const { until } = firstOutcome;
    expect(until).toBe(toTime(299));
    const secondOutcome = await runBulk({ matching: createMatching({ until }), action: "read" });
    expect([secondOutcome.affected, secondOutcome.more]).toEqual([300, false]);
    expect(secondOutcome.ids.toSorted()).toEqual(ids.slice(0, 300).sort());
    expect(await runBulk({ matching: createMatching(), action: "read" })).toEqual({
      affected: 0,
      ids: [],
      more: false,
    });
  });

  test("names the earlier state or assignee of each message on request", async () => {
    const ids = await insert(3);
    await runBulk({ ids: [ids[1]], action: "await" });
    const change = { matching: createMatching(), include: "previous" };
    const closed = await runBulk({ ...change, action: "close" });
    const states = new Map(closed.ids.map((id, index) => [id, closed.previous?.[index]]));
    expect(ids.map((id) => states.get(id))).toEqual(["unanswered", "waiting", "unanswered"]);
    const assignee = randomUUID();
    expect((await runBulk({ ...change, action: "assign", assignee })).previous).toEqual([null, null, null]);
    expect((await runBulk({ ...change, action: "assign", assignee: null })).previous).toEqual(
      ids.map(() => assignee),
    );
    expect(await runBulk({ ...change, action: "read" })).not.toHaveProperty("previous");
    expect(await runBulk({ matching: createMatching(), action: "reopen" })).not.toHaveProperty("previous");
  });

  test("does not touch messages that arrived after `until`", async () => {
    const ids = await insert(3);
    expect((await runBulk({ matching: { until: toTime(1) }, action: "delete" })).ids.sort()).toEqual(
      ids.slice(0, 2).sort(),
    );
    expect(await listRows()).toMatchObject([{ id: ids[2] }]);
  });

  test.each([
    ["all", "read", ["unread"]],
    ["all", "unread", ["read"]],
    ["all", "spam", ["read", "unread"]],
    ["all", "not_spam", []],
    ["unread", "read", ["unread"]],
    ["unread", "unread", []],
    ["read", "unread", ["read"]],
    ["read", "delete", ["read"]],
    ["spam", "read", ["spam"]],
    ["spam", "unread", ["read spam"]],
    ["spam", "not_spam", ["read spam", "spam"]],
    ["spam", "spam", []],
    ["spam", "delete", ["read spam", "spam"]],
  ])("in the folder %s, %s changes only the messages that it applies to", async (filter, action, names) => {
    const nameById = new Map<string, string>();
    for (const [name, marks] of Object.entries({
      unread: {},
      read: { read: true },
      spam: { spam: true },
      "read spam": { read: true, spam: true },
    })) {
      for (const id of await insert(1, { ...marks, name })) nameById.set(id, name);
    }
    const { ids, affected, more } = await runBulk({ matching: createMatching({ filter }), action });
    expect(ids.map((id) => nameById.get(id)).sort()).toEqual(names);
    expect([affected, more]).toEqual([names.length, false]);
  });
});

describe("a bulk action rejects", () => {
  const id = "0b8f6f5e-7f43-4c0e-9f3a-1f1d2c3b4a55";
  const until = toTime(0);
  test.each<[string, unknown]>([
    ["", {}],
    ["ids", { ids: [], action: "read" }],
    ["ids", { action: "read" }],
    ["ids", { ids: id, action: "read" }],
    ["ids.1", { ids: [id, "7"], action: "read" }],
    ["ids", { ids: [id, id.toUpperCase()], action: "read" }],
    ["ids", { ids: Array.from({ length: 501 }, () => randomUUID()), action: "read" }],
    ["action", { ids: [id], action: "archive" }],
    ["action", { ids: [id] }],
    ["name", { ids: [id], action: "read", name: "x" }],
    ["ids", { ids: [id], matching: { until }, action: "read" }],
    ["matching.until", { matching: {}, action: "read" }],
    ["matching.until", { matching: { until: "ayer" }, action: "read" }],
    ["matching.until", { matching: { until: "2026-13-41T00:00:00Z" }, action: "read" }],
    ["matching.until", { matching: { until: "9999-12-31T23:59:59.999Z" }, action: "read" }],
    ["matching.until", { matching: { until: "0000-01-01T00:00:00Z" }, action: "read" }],
    ["matching.filter", { matching: { until, filter: "deleted" }, action: "read" }],
    ["matching.q", { matching: { until, q: "\0" }, action: "read" }],
    ["matching.q", { matching: { until, q: "\ud83d" }, action: "read" }],
    ["matching.sender", { matching: { until, sender: "ana\udc00" }, action: "read" }],
    ["matching.sender", { matching: { until, sender: "" }, action: "read" }],
    ["matching.limit", { matching: { until, limit: 5 }, action: "read" }],
    ["matching", { matching: null, action: "read" }],
  ])("the field %s (%#)", async (field, body) => {
    const response = await postBulk(body);
    const problem = (await response.json()) as { code: string; errors: { field: string }[] };
    expect([response.status, problem.code]).toEqual([422, "invalid_fields"]);
    if (field) expect(problem.errors.map((error) => error.field)).toContain(field);
  });
});

describe("the list during concurrent changes", () => {
  test("neither skips nor repeats messages while others arrive, are marked or deleted", async () => {
    const ids = await insert(90);
    const listedIds: string[] = [];
    let cursor: string | null = "";
    let turn = 0;
    while (cursor !== null) {
      const { items, next_cursor }: SubmissionPage = await getPage(
        `limit=10${cursor && `&cursor=${cursor}`}`,
      );
      listedIds.push(...items.map(({ id }) => id));
      cursor = next_cursor;
      await insert(2, { name: "Nueva", from: 1_000 + turn });
      // Acts on messages that were already listed and on later ones.
      await runBulk({ ids: [ids[89 - turn], ids[turn * 2]], action: turn % 2 ? "read" : "unread" });
      await runBulk({ ids: [listedIds.at(-1), ids[turn * 3]], action: "delete" });
      turn += 1;
    }
    expect(new Set(listedIds).size).toBe(listedIds.length);
    const remainingIds = (await listRows()).map(({ id }) => id as string).filter((id) => ids.includes(id));
    expect(remainingIds.filter((id) => !listedIds.includes(id))).toEqual([]);
    expect(listedIds.every((id) => ids.includes(id))).toBe(true);
  });
});
