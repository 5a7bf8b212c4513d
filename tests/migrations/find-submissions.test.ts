import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeOnEachEngine } from "../local/database/engines.ts";
import { startTestDatabase, type TestDatabase } from "../support/database.ts";
import { type Calls, callsOn } from "./calls.ts";

type Message = {
  id: string;
  name: string;
  email: string;
  message: string | null;
  read: boolean;
  spam: boolean;
  created_at: string;
};

const find =
  "select id from find_submissions($1, $2, $3, $4, $5, $6, $7) with ordinality as f (id, place) order by place";
const noId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** What a search compares, said once more and naively. */
const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

// A word for every way in which the index is asked: letters, pairs, signs, other alphabets, composed and combining marks.
const pieces = [
  "presupuesto", "Pózo", "po\u0301zo", "ñandú", "PINGÜINO", "cámara", "kz", "qx", "100%", "a_b", "c:\\x", "жук", "🔑", "東京", "a", "w", ".", " ", "\n", "@", "'", '"',
]; // biome-ignore format: one line of words

function makeMessages(count: number): Message[] {
  const text = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(""));
  const messages: Message[] = fc.sample<Message>(
    fc.record({
      id: fc.uuid(),
      name: text,
      email: fc.constantFrom("Ana@Cliente.example", "luis@kz.example", "q@w.example"),
      message: fc.option(text),
      read: fc.boolean(),
      spam: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      // Many of one hour, and years between others, so that spans of every length are looked at.
      created_at: fc
        .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 5_000 }))
        .map(([far, near]) => new Date(Date.UTC(2026, 0, 1) - far ** 3 * 3_600_000 - near).toISOString()),
    }),
    { numRuns: count, seed: 7 },
  );
  // What is in only one of them, long ago.
  messages.push({
    id: randomUUID(), name: "Ornitorrinco", email: "o@o.example", message: "ŵy …", read: false, spam: false, created_at: "2011-03-04T05:06:07.089Z",
  }); // biome-ignore format: one row
  return messages;
}

describeOnEachEngine("find_submissions", (server) => {
  let database: TestDatabase;
  let calls: Calls;
  let administrator: { sub: string; session_id: string };
  let messages: Message[];

  beforeAll(async () => {
    database = await startTestDatabase(server);
    calls = callsOn(database);
    administrator = await calls.signIn("admin");
    messages = makeMessages(1_500).sort((a, b) =>
      a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
    );
    await database.asOwner(
      `insert into contact_submissions (id, name, email, message, read, spam, created_at)
       select id, name, email, message, read, spam, created_at
       from json_to_recordset($1) as row (
         id uuid, name text, email text, message text, read boolean, spam boolean, created_at timestamptz)`,
      [JSON.stringify(messages)],
    );
  });

  afterAll(() => database.close());

  const expected = (
    spam: boolean,
    read: boolean | null,
    term: string,
    sender: string | null,
    after: Message | null,
    wanted: number, // biome-ignore format: as the call
  ) =>
    messages
      .slice(after ? messages.indexOf(after) + 1 : 0)
      .filter(
        (one) =>
          one.spam === spam &&
          (read === null || one.read === read) &&
          (sender === null || one.email.toLowerCase() === sender.toLowerCase()) &&
          [one.name, one.email, one.message ?? ""].some((field) => folded(field).includes(folded(term))),
      )
      .slice(0, wanted)
      .map(({ id }) => id);

  test("finds what a look at every message finds, newest first, from any place in the inbox", async () => {
    const term = fc.oneof(
      fc.constantFrom(
        ...pieces,
        "ornitorrinco",
        "noexiste",
        "upu",
        "z",
        "p",
        "zk",
        "ж",
        "%",
        "_",
        "\\",
        "🔑🔑",
        "京",
        "",
      ),
      fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
      fc.string({ maxLength: 2 }),
      fc
        .tuple(fc.nat(1_400), fc.nat(8), fc.integer({ min: 1, max: 12 }))
        .map(
          ([index, from, length]) => messages[index]?.name.slice(from, from + length).toWellFormed() ?? "",
        ),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.option(fc.boolean()),
        term,
        fc.option(fc.constantFrom("ana@cliente.EXAMPLE", "nobody@w.example"), { freq: 5 }),
        fc.option(fc.nat(1_500)),
        fc.constantFrom(1, 7, 51, 501, 2_001),
        async (spam, read, text, sender, place, wanted) => {
          const after = place === null ? null : (messages[place] ?? null);
          const rows = await calls.as(administrator, find, [
            spam, read, text, sender, after?.created_at ?? "infinity", after?.id ?? noId, wanted,
          ]); // biome-ignore format: as the call
          expect(rows.map(({ id }) => id)).toEqual(expected(spam, read, text, sender, after, wanted));
        },
      ),
      { numRuns: 250, seed: 11 },
    );
  });

  test("finds a message by what an operator made of it, and no longer by what it was", async () => {
    const { id } = messages.find(({ spam }) => !spam) as Message;
    const holding = async (text: string) =>
      (await calls.as(administrator, find, [false, null, text, null, "infinity", noId, 5])).map(
        (row) => row.id,
      );
    await database.asOwner("update contact_submissions set message = 'Una jirafa' where id = $1", [id]);
    expect(await holding("jirafa")).toEqual([id]);
    await database.asOwner("update contact_submissions set message = 'Otra cosa' where id = $1", [id]);
    expect(await holding("jirafa")).toEqual([]);
  });

  test.each<[string, () => Promise<Record<string, string> | null>]>([
    ["a visitor", async () => null],
    ["a signed-in user who is not an admin", () => calls.signIn("user")],
    ["the edge's own work on accounts", async () => ({ service: "auth" })],
  ])("finds nothing for %s", async (_, claims) => {
    expect(await calls.as(await claims(), find, [false, null, "", null, "infinity", noId, 5])).toEqual([]);
    await expect(calls.as(await claims(), "select * from submission_texts")).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("keeps no text of a message that is gone", async () => {
    const [{ id } = {}] = await database.asOwner("select id from submission_texts limit 1");
    await calls.as(administrator, "delete from contact_submissions where id = $1", [id]);
    const left = `select (select count(*) from submission_texts)::int as texts,
      (select count(*) from contact_submissions)::int as messages`;
    expect(await database.asOwner(left)).toEqual([{ texts: 1_500, messages: 1_500 }]);
    await database.asOwner("truncate contact_submissions");
    expect(await database.asOwner(left)).toEqual([{ texts: 0, messages: 0 }]);
  });
});
