import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import fc from "fast-check";
import * as v from "valibot";
import { beforeAll, expect, test } from "vitest";
import { cutCharacters } from "#functions/contract/characters.ts";
import { contactInput } from "#functions/contract/contact.schema.ts";
import type { ContactMessage } from "#functions/contract/contact.ts";
import { conversationStates } from "#functions/contract/conversation.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { matchesSearch, matchesSender, splitSearch } from "#functions/contract/search-text.ts";
import { type Narrowing, submissionListQuery } from "#functions/contract/submission.schema.ts";
import {
  getProperties,
  meetsCriteria,
  propertyFilters,
  propertyNames,
  searchLimit,
} from "#functions/contract/submission.ts";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

type InboxMessage = {
  id: string;
  name: string;
  email: string;
  message: string | null;
  company: string | null;
  phone: string | null;
  service_type: string | null;
  language: string;
  read: boolean;
  spam: boolean;
  state: string;
  assignee: string | null;
  created_at: string;
};

const assignees = ["0a000000-0000-4000-8000-000000000001", "0a000000-0000-4000-8000-000000000002"];

const noId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

const isMatch = ({ name, email, message, company, phone }: InboxMessage, term: string): boolean =>
  matchesSearch([name, email, message, company, phone], splitSearch(term));

// Covers every kind of index query: letters, pairs, signs, other alphabets, composed and combining marks.
const pieces = [
  "presupuesto", "Pózo", "po\u0301zo", "ñandú", "PINGÜINO", "cámara", "kz", "qx", "100%", "a_b", "c:\\x", "жук", "🔑", "東京", "a", "w", ".", " ", "\n", "@", "'", '"', "8888-1234", "(506) 2222 0000", "2026", "24/7", ", ", "?", "..", "i@", "e.e", ",,", "in\u200bvi\u00adsi\ufeffble", "m²", "٨", "👩\u200d💻", "1\ufe0f\u20e3", "ﬁn", "que-",
]; // biome-ignore format: one line of words

function createMessages(count: number): InboxMessage[] {
  const text = fc
    .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(""));
  const messages: InboxMessage[] = fc.sample<InboxMessage>(
    fc.record({
      id: fc.uuid(),
      name: text,
      email: fc.constantFrom("Ana@Cliente.example", "luis@kz.example", "q@w.example"),
      message: fc.option(text),
      company: fc.option(fc.constantFrom("Cámaras Heredia", "ACME S.A.", "Taller 100%"), { freq: 3 }),
      phone: fc.option(
        fc.constantFrom("8888 1234", "88881234", "+506 8888-1234", "(506) 7012-3456", "1-800-555-0123"),
        {
          freq: 3,
        },
      ),
      service_type: fc.option(fc.constantFrom("cctv", "cctv", "cctv", "reputation"), { freq: 3 }),
      language: fc.constantFrom("es", "es", "es", "en"),
      read: fc.boolean(),
      spam: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
      // Times cluster within an hour and spread over years, so the search scans spans of every length.
      state: fc.constantFrom(...conversationStates),
      assignee: fc.option(fc.constantFrom(...assignees)),
      created_at: fc
        .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 5_000 }))
        .map(([far, near]) => new Date(Date.UTC(2026, 0, 1) - far ** 3 * 3_600_000 - near).toISOString()),
    }),
    { numRuns: count, seed: 7 },
  );
  // An old message whose words occur nowhere else.
  messages.push({
    id: randomUUID(), name: "Ornitorrinco", email: "o@o.example", message: "ŵy …", company: "Único & Hijos", phone: "+44 20 7946 0991", service_type: "seo-consulting", language: "en", read: false, spam: false, state: "closed", assignee: null, created_at: "2011-03-04T05:06:07.089Z",
  }); // biome-ignore format: one row
  return messages;
}

describeOnOneEngine("find_submissions", (server) => {
  const { database, calls, signIn } = databaseForSuite(server);
  const administrator = signIn("admin");
  let messages: (InboxMessage & { meeting_day: string | null; meeting_part: string | null })[];

  beforeAll(async () => {
    const newMessages = createMessages(1_500).map((message, index) => ({
      ...message,
      meeting_day: index % 9 === 0 ? "2026-05-08" : null,
      meeting_part: index % 13 === 0 ? "morning" : null,
    }));
    messages = newMessages.sort((a, b) =>
      a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
    );
    await database.asOwner(
      `insert into contact_submissions (
         id, name, email, message, company, phone, service_type, language, read, spam, state, assignee, created_at, meeting_day, meeting_part)
       select id, name, email, message, company, phone, service_type, language, read, spam, state, assignee, created_at, meeting_day, meeting_part
       from json_to_recordset($1) as row (
         id uuid, name text, email text, message text, company text, phone text, service_type text, language text,
         read boolean, spam boolean, state text, assignee uuid, created_at timestamptz, meeting_day date, meeting_part text)`,
      [JSON.stringify(messages)],
    );
  });

  const findIds = async (criteria: object, ...values: unknown[]) => {
    const placeholders = [criteria, ...values].map((_, index) => `$${index + 1}`).join();
    const search = `find_submissions(${placeholders}) with ordinality as found (id, reached_at, place)`;
    const rows = await calls.as(administrator, `select id from ${search} order by place`, [
      JSON.stringify(criteria),
      ...values,
    ]);
    return rows.map(({ id }) => id);
  };
  // No test measures time: a search with this patience never ends early, and one without any after its first period.
  const endless = "1 hour";
  const searchInbox = (text: string) => findIds({ q: text }, false, null, "infinity", noId, 5, endless);

  // Days before the newest message. The messages span 2,667 days, so some ranges are empty.
  const toDay = (days: number) =>
    new Date(Date.UTC(2026, 0, 2) - days * 86_400_000).toISOString().slice(0, 10);
  const propertyValues = Object.fromEntries(
    propertyNames.map((name) => [name, fc.constantFrom<string>(...propertyFilters[name])]),
  );
  const narrowing = fc.record(
    {
      ...propertyValues,
      assignee: fc.constantFrom("none", ...assignees),
      from: fc.nat(3_000).map(toDay),
      to: fc.oneof(fc.constant(0), fc.nat(2_600)).map(toDay),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<Narrowing>;
  const isWithin = (
    message: (typeof messages)[number],
    { from = "", to = "9", ...properties }: Narrowing,
  ) => {
    const day = toCompanyDay(new Date(message.created_at));
    return meetsCriteria(message, properties) && day >= from && day <= to;
  };

  test("finds the same messages as a full scan, newest first, from any position, narrowed or not", async () => {
    const term = fc.oneof(
      fc.constantFrom(
        ...pieces,
        "ornitorrinco",
        "noexiste",
        ...[
          "@@",
          "i@",
          "a@",
          "..",
          ",,",
          "e.e",
          ".e",
          "e.",
          "o,",
          "-b",
          "w.e",
          "x.y",
          "a_",
          "_b",
          "m2",
          "8",
          "1",
          "invisible",
          "👩💻",
          "fin",
        ],
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
        ...[
          "8888 1234",
          "88881234",
          "+506 8888-1234",
          "8888 12",
          "506 7012 3456",
          "800 555 0123",
          "7946-0991",
        ],
        ...[
          "camaras, heredia.",
          "+506 8888 1234 ana",
          "(506) 7012-3456, heredia",
          "8888 1234; 2026",
          "<ana>",
          "?!",
        ],
        ...["camaras heredia", "HEREDIA 8888-1234 ana", "unico ornitorrinco ŵy 7946-0991", "acme noexiste"],
      ),
      fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("")),
      fc
        .array(
          fc.constantFrom(
            ...pieces,
            "heredia",
            "acme",
            "ana",
            "8888",
            "+506",
            "1234",
            "heredia,",
            "-",
            "de",
            "z",
          ),
          {
            minLength: 2,
            maxLength: 7,
          },
        )
        .map((chosenWords) => chosenWords.join(" ")),
      fc.constant(""),
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
        fc.option(
          fc.constantFrom(
            "ana",
            "CLIENTE.example",
            "kz",
            "luis pózo",
            "8888",
            "presupuesto",
            "w",
            "heredia",
            "@w",
            "a_b",
          ),
          { freq: 3 },
        ),
        fc.option(narrowing, { freq: 2 }),
        fc.option(fc.nat(1_500)),
        fc.constantFrom(1, 7, 51, 501, 2_001),
        async (spam, read, text, sender, name, narrow, position, limit) => {
          const afterMessage = position === null ? null : (messages[position] ?? null);
          const criteria = { q: text, ...(sender && { sender }), ...(name && { name }), ...narrow };
          const foundIds = await findIds(
            criteria, spam, read, afterMessage?.created_at ?? "infinity", afterMessage?.id ?? noId, limit, endless,
          ); // biome-ignore format: as the call
          const expectedMessages = messages
            .slice(afterMessage ? messages.indexOf(afterMessage) + 1 : 0)
            .filter(
              (message) =>
                message.spam === spam &&
                (read === null || message.read === read) &&
                (sender === null || message.email.toLowerCase() === sender.toLowerCase()) &&
                (name === null || matchesSender(message, splitSearch(name))) &&
                (narrow === null || isWithin(message, narrow)) &&
                isMatch(message, text),
            );
          expect(foundIds).toEqual(expectedMessages.slice(0, limit).map(({ id }) => id));
        },
      ),
      { numRuns: process.env.INPUTS ? 2_000 : 100, seed: 11 },
    );
  });

  /** Reads a search to its end, although each call ends after its first period. Returns the ids of each call. */
  async function readInParts(spam: boolean | null, text: string): Promise<unknown[][]> {
    const parts: unknown[][] = [];
    let position = ["infinity", noId];
    for (;;) {
      const rows = await calls.as(
        administrator,
        `select id, reached_at::text from find_submissions($1, $2, null, $3, $4, 2000, '0')
           with ordinality as found (id, reached_at, place) order by place`,
        [JSON.stringify({ q: text }), spam, ...position],
      );
      const end = rows.at(-1)?.id === null ? rows.pop() : undefined;
      parts.push(rows.map(({ id }) => id));
      if (!end) return parts;
      position = [String(end.reached_at), "00000000-0000-0000-0000-000000000000"];
    }
  }

  test.each(["presupuesto", "ornitorrinco", "kz w", "camaras heredia", "24/7"])(
    "continues a search for %s that ends early, without losing or repeating a message",
    async (text) => {
      const parts = await readInParts(false, text);
      expect(parts.length).toBeGreaterThan(1);
      expect(parts.flat()).toEqual(
        messages.filter((message) => !message.spam && isMatch(message, text)).map(({ id }) => id),
      );
    },
  );

  test("stores the properties of each message as the contract has them", async () => {
    const rows = await database.asOwner("select * from contact_submissions");
    const storedProperties = rows.map(({ properties }) => JSON.parse(String(properties)));
    expect(storedProperties).toEqual(
      rows.map((row) => getProperties(row as Parameters<typeof getProperties>[0])),
    );
    for (const name of propertyNames) {
      const values = new Set(storedProperties.map((properties) => properties[name]));
      expect(values.size, `vary the property ${name} in the messages of this file`).toBeGreaterThan(1);
    }
  });

  test("a migration that replaces the properties computes those of the stored messages", async () => {
    const folder = new URL("../../migrations/", import.meta.url);
    for (const name of (await readdir(folder)).filter((file) => file.endsWith(".sql"))) {
      const statements = await readFile(new URL(name, folder), "utf8");
      if (!/create or replace function set_properties\b/.test(statements)) continue;
      expect(statements, name).toContain("update contact_submissions set properties = ''");
    }
  });

  test("finds messages of each folder in one search", async () => {
    for (const text of ["presupuesto", "ornitorrinco", "noexiste", "a", "24/7", "heredia ana"]) {
      for (const limit of [1, 40, 2_000]) {
        const ids = await findIds({ q: text }, null, null, "infinity", noId, limit, endless);
        const matches = messages.filter((message) => isMatch(message, text));
        const expectedIds = [
          matches.filter(({ spam, read }) => !spam && !read),
          matches.filter(({ spam, read }) => !spam && read),
          matches.filter(({ spam }) => spam),
        ].flatMap((folder) => folder.slice(0, limit).map(({ id }) => id));
        expect([text, limit, ids.toSorted()]).toEqual([text, limit, expectedIds.toSorted()]);
      }
    }
  });

  test.each([
    ["words in any order and in different fields", "heredia camaras ruiz"],
    ["a part of a word in another case with an extra accent", "BODÉ"],
    ["letters that stand for two", "strasse aero"],
    ["a company", "seguridad del valle"],
    ["a number as it was written", "+506 8712-3456"],
    ["a number without spaces", "87123456"],
    ["a number with other spaces and without the country", "8712 3456"],
    ["a number without its end", "8712-34"],
    ["a number beside a word", "ruiz 8712-3456"],
    ["a number in the text, in another format", "(506) 2260.0099"],
    ["words separated by commas, with a final full stop", "camaras, bodega, heredia."],
    ["words in brackets and quotes", '(heredia) "bodega" “seis” «cámaras» ‘valle’'],
    ["a question", "¿cámaras? ¡bodega! ¿heredia?"],
    ["an address in the middle of a sentence", "ruiz, ines@correo.example."],
    ["a number in several words beside a word", "+506 8712 3456 ruiz"],
    ["a number beside a word, with a country code that the message lacks", "+52 2260 0099 ruiz"],
    ["a number with its country code in brackets beside a word", "Inés: (506) 8712-3456, ruiz"],
    ["a number between words", "heredia 2260 00 99 camaras"],
    ["two numbers separated by a comma", "8712-3456, 2260 0099 ruiz"],
    ["a punctuation mark beside a word", "bodega ,"],
    ["more words than the index uses", "quiero seis camaras para la bodega de heredia ruiz valle"],
  ])("finds a message by %s", async (_, term) => {
    const id = randomUUID();
    await database.asOwner(
      `insert into contact_submissions (id, name, email, company, phone, message)
       values ($1, 'Inés Ruiz', 'ines@correo.example', 'Seguridad del Valle', '+506 8712-3456',
         'Quiero seis cámaras para la bodega de Heredia, en la Straße Ærø, o llámeme al 2260-0099')`,
      [id],
    );
    try {
      expect(await searchInbox(term)).toEqual([id]);
    } finally {
      await database.asOwner("delete from contact_submissions where id = $1", [id]);
    }
  });

  test("finds every message by each of its texts, whatever they contain", async () => {
    const storableMessage = fc
      .array(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 9 }),
          fc.string({ unit: "binary", maxLength: 5 }),
          fc.constantFrom(...pieces, " ", "\n", "mailto:", "@", "tel:"),
        ),
        { minLength: 1, maxLength: 6 },
      )
      .map((parts) =>
        v.safeParse(contactInput, {
          name: parts.join("").replace(/[\n\v\f\r\u0085\u2028\u2029]/g, " "),
          email: "ana@cliente.example",
          message: parts.join(""),
        }),
      )
      .filter((result) => result.success)
      .map((result) => result.output as ContactMessage);
    const generated = fc
      .sample(storableMessage, { numRuns: process.env.INPUTS ? 400 : 40, seed: 5 })
      .map((message) => ({ ...message, id: randomUUID() }));
    await database.asOwner(
      `insert into contact_submissions (id, name, email, message, language)
       select id, name, email, message, 'en' from json_to_recordset($1) as row (id uuid, name text, email text, message text)`,
      [JSON.stringify(generated)],
    );
    try {
      for (const { id, name, message } of generated) {
        for (const text of [name, message ?? name]) {
          const { q } = v.parse(submissionListQuery, { q: cutCharacters(text, searchLimit) });
          expect([text, await findIds({ q }, false, null, "infinity", noId, 2_001, endless)]).toEqual([
            text,
            expect.arrayContaining([id]),
          ]);
        }
      }
    } finally {
      await database.asOwner("delete from contact_submissions where id = any($1)", [
        generated.map(({ id }) => id),
      ]);
    }
  });

  test.each([
    ["one of the words is missing", "ornitorrinco camaras"],
    ["a number's digits are in another order", "ornitorrinco 0991 7946"],
  ])("does not find a message in which %s", async (_, term) => {
    expect(await searchInbox(term)).toEqual([]);
  });

  test("finds a message by its changed text, and no longer by the old text", async () => {
    const { id } = messages.find(({ spam }) => !spam) as InboxMessage;
    await database.asOwner("update contact_submissions set message = 'Una jirafa' where id = $1", [id]);
    expect(await searchInbox("jirafa")).toEqual([id]);
    await database.asOwner("update contact_submissions set message = 'Otra cosa' where id = $1", [id]);
    expect(await searchInbox("jirafa")).toEqual([]);
  });

  test("deletes the search text of a deleted message", async () => {
    const [{ id } = {}] = await database.asOwner("select id from submission_texts limit 1");
    await calls.as(administrator, "delete from contact_submissions where id = $1", [id]);
    const countQuery = `select (select count(*) from submission_texts)::int as texts,
      (select count(*) from contact_submissions)::int as messages`;
    expect(await database.asOwner(countQuery)).toEqual([{ texts: 1_500, messages: 1_500 }]);
    await database.asOwner("truncate contact_submissions cascade");
    expect(await database.asOwner(countQuery)).toEqual([{ texts: 0, messages: 0 }]);
  });
});
