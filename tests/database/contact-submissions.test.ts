import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { toInsert } from "../support/database.ts";
import { type Claims, databaseForSuite } from "./calls.ts";

describeOnOneEngine("contact_submissions", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");
  const user = signIn("user");
  let id: string;

  beforeEach(async () => {
    await database.asOwner("delete from contact_submissions");
    id = await insertMessage();
  });

  async function insertMessage(): Promise<string> {
    const row = { id: randomUUID(), name: "María José", email: "maria@cliente.example" };
    await calls.as(null, ...toInsert("contact_submissions", row));
    return row.id;
  }

  const selectMessages = "select id, read, spam from contact_submissions";

  test("stores times in whole milliseconds, which JSON preserves", async () => {
    const exact =
      "select created_at = date_trunc('milliseconds', created_at) as exact from contact_submissions";
    expect(await database.asOwner(exact)).toEqual([{ exact: true }]);
  });

  test.each<[string, () => Claims]>([
    ["an unknown account", () => ({ sub: randomUUID(), session_id: randomUUID() })],
    [
      "an administrator's account with another user's session",
      () => ({ ...administrator, session_id: user.session_id }),
    ],
    [
      "an administrator's account with an unknown session",
      () => ({ ...administrator, session_id: randomUUID() }),
    ],
  ])("%s cannot read, mark or delete messages", async (_, claims) => {
    expect(await calls.as(claims(), selectMessages)).toEqual([]);
    expect(await calls.as(claims(), "update contact_submissions set read = true returning id")).toEqual([]);
    expect(await calls.as(claims(), "delete from contact_submissions returning id")).toEqual([]);
    expect(await database.asOwner(selectMessages)).toEqual([{ id, read: false, spam: false }]);
  });

  test("a new message has no mark, also none that a later migration adds, whatever the call says", async () => {
    await database.asOwner(
      "alter table contact_submissions add column starred boolean not null default false",
    );
    const message = { id: randomUUID(), name: "Ana", email: "ana@cliente.example", language: "es" };
    await calls.as(
      null,
      `select from take_message($1, gen_random_uuid(), sha256(''),
        '{"doubts": [], "weight": 0, "rates": [], "answer": null, "spam_weight": 3}')`,
      [JSON.stringify({ ...message, starred: true, read: true })],
    );
    const marks = "select read, spam, starred from contact_submissions where id = $1";
    expect(await database.asOwner(marks, [message.id])).toEqual([
      { read: false, spam: false, starred: false },
    ]);
  });
});
