import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { describeOnEmbedded } from "../local/neon/engines.ts";
import { toInsert } from "../support/database.ts";
import { type Claims, databaseForSuite } from "./calls.ts";

type SubmissionFields = Record<string, string | boolean | null>;

describeOnEmbedded("contact_submissions", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");
  const user = signIn("user");
  let id: string;

  beforeEach(async () => {
    await database.asOwner("delete from contact_submissions");
    id = await insertMessage();
  });

  async function insertMessage(fields: SubmissionFields = {}, claims: Claims = null): Promise<string> {
    const row = { id: randomUUID(), name: "María José", email: "maria@cliente.example", ...fields };
    await calls.as(claims, ...toInsert("contact_submissions", row));
    return row.id;
  }

  const selectMessages = "select id, read, spam from contact_submissions";

  test("any caller can insert a message with only a name and an address", async () => {
    expect(await database.asOwner("select * from contact_submissions")).toEqual([
      {
        id,
        name: "María José",
        email: "maria@cliente.example",
        phone: null,
        company: null,
        service_type: null,
        source: null,
        plan: null,
        meeting_day: null,
        meeting_part: null,
        message: null,
        language: "es",
        read: false,
        spam: false,
        doubts: [],
        created_at: expect.any(Date),
        first_read_at: null,
      },
    ]);
    await expect(insertMessage({}, user)).resolves.toBeTypeOf("string");
    await expect(insertMessage({}, administrator)).resolves.toBeTypeOf("string");
  });

  test("stores times in whole milliseconds, which JSON preserves", async () => {
    const exact =
      "select created_at = date_trunc('milliseconds', created_at) as exact from contact_submissions";
    expect(await database.asOwner(exact)).toEqual([{ exact: true }]);
  });

  test.each([
    ["name", 200],
    ["phone", 40],
    ["company", 200],
    ["plan", 60],
    ["message", 5000],
  ])("a %s has at most %i characters, regardless of their bytes (23514)", async (field, limit) => {
    await expect(insertMessage({ [field]: "ñ".repeat(limit) })).resolves.toBeTypeOf("string");
    const constraint = `contact_submissions_${field}_length`;
    await expect(insertMessage({ [field]: "ñ".repeat(limit + 1) })).rejects.toMatchObject({
      code: "23514",
      constraint,
    });
    await expect(insertMessage({ [field]: "" })).rejects.toMatchObject({ code: "23514", constraint });
  });

  test("an email has 3 to 254 characters (23514)", async () => {
    await expect(insertMessage({ email: `${"a".repeat(252)}@b` })).resolves.toBeTypeOf("string");
    const lengthError = { code: "23514", constraint: "contact_submissions_email_length" };
    await expect(insertMessage({ email: `${"a".repeat(253)}@b` })).rejects.toMatchObject(lengthError);
    await expect(insertMessage({ email: "@b" })).rejects.toMatchObject(lengthError);
  });

  test.each(["name", "email", "language", "id"])("rejects a message without %s (23502)", async (field) => {
    await expect(insertMessage({ [field]: null })).rejects.toMatchObject({ code: "23502", column: field });
  });

  test.each([
    ["service_type", ["reputation", "web-development", "digital-marketing", "seo-consulting", "technical-support", "cctv"]], // biome-ignore format: one column a line
    ["source", ["google-search", "social-networks", "recommendation", "advertising", "other"]],
    ["meeting_part", ["morning", "afternoon"]],
    ["language", ["es", "en"]],
  ])("a %s is a known option key (23514)", async (field, keys) => {
    for (const key of keys) await insertMessage({ [field]: key });
    await expect(insertMessage({ [field]: "Other" })).rejects.toMatchObject({
      code: "23514",
      constraint: `contact_submissions_${field}_known`,
    });
  });

  test("rejects text that PostgreSQL cannot store as UTF-8 (22021)", async () => {
    await expect(insertMessage({ message: "a\0b" })).rejects.toMatchObject({ code: "22021" });
  });

  test("rejects a second message with the same id (23505)", async () => {
    await expect(insertMessage({ id })).rejects.toMatchObject({ code: "23505" });
  });

  test("a visitor cannot read back a message (42501)", async () => {
    const insert = "insert into contact_submissions (id, name, email) values ($1, 'a', 'a@b.c') returning id";
    await expect(calls.as(null, insert, [randomUUID()])).rejects.toMatchObject({ code: "42501" });
  });

  test("an administrator can read, mark and delete messages", async () => {
    expect(await calls.as(administrator, selectMessages)).toEqual([{ id, read: false, spam: false }]);
    const mark =
      "update contact_submissions set read = true, spam = true where id = $1 returning id, read, spam";
    expect(await calls.as(administrator, mark, [id])).toEqual([{ id, read: true, spam: true }]);
    const remove = "delete from contact_submissions where id = $1 returning id";
    expect(await calls.as(administrator, remove, [id])).toEqual([{ id }]);
    expect(await calls.as(administrator, remove, [id])).toEqual([]);
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
});
