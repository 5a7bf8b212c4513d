import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type {
  ConversationEntries,
  CustomerConversation,
  Draft,
  Entry,
} from "#functions/contract/conversation.schema.ts";
import { toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { createMailHook, mailSecret } from "../support/mail-hook.ts";
import { json, readProblem } from "../support/requests.ts";
import { administrator } from "../support/seeded-people.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(() => startEdge({ MAIL_WEBHOOK_SECRET: mailSecret }));
const admin = signInForSuite(edge);
const customer = "ricardo@cliente.example";

beforeEach(() => edge.forgetMessages());

async function insertMessage(fields: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  const row = { id, name: "Ricardo Salas", email: customer, message: "Tenemos 14 computadoras.", ...fields };
  await edge.database.asOwner(...toInsert("contact_submissions", row));
  return id;
}
const call = (path: string, init: RequestInit = { headers: admin }) =>
  edge.fetch(`/api/submissions/${path}`, init);
const readHistory = async (id: string) => (await (await call(`${id}/entries`)).json()) as ConversationEntries;
/** Returns the conversation without the recorded readings. */
async function readEntries(id: string): Promise<ConversationEntries> {
  const { items, ...conversation } = await readHistory(id);
  return { ...conversation, items: items.filter(({ event }) => event !== "read") };
}
const answer = (id: string, body: Record<string, unknown> = {}, key: string = randomUUID()) =>
  call(
    `${id}/answers`,
    json({ text: "Hola Ricardo", revision: 1, ...body }, { ...admin, "Idempotency-Key": key }),
  );
const readSummary = async (id: string) => {
  const { state, assignee, revision } = await readEntries(id);
  return { state, assignee, revision };
};
const listMailsTo = async (address: string) => edge.mailbox.listTo(address);
/** Makes waiting mails due, and ends the edge's wait for the time in which an answer can be taken back. */
async function sendAnswers(): Promise<void> {
  await edge.database.asOwner("update outgoing_mails set next_attempt_at = now() where sent_at is null");
  await edge.advanceClock(11_000);
  await expect
    .poll(() =>
      edge.database.asOwner("select 1 from outgoing_mails where sent_at is null and given_up_at is null"),
    )
    .toEqual([]);
}
/** Answers a message, sends the mail, and returns the answer and the token of its link. */
async function answerByMail(id: string, body: Record<string, unknown> = {}) {
  return edge.holdClock(async () => {
    const entry = (await (await answer(id, body)).json()) as Entry;
    await sendAnswers();
    const [mail] = await listMailsTo(customer);
    const [, token = ""] = /\/conversacion#([\w-]{43})/.exec(String(mail?.text)) ?? [];
    return { entry, mail, token };
  });
}
const openLink = (token: string) => edge.fetch("/api/conversation", json({ token }));
const reply = (token: string, text: string, key: string = randomUUID()) =>
  edge.fetch("/api/conversation/entries", json({ token, text }, { "Idempotency-Key": key }));

describe("an answer", () => {
  test("stands under the message, with its author, and makes the author the owner", async () => {
    const id = await insertMessage();
    const response = await answer(id);
    expect(response.status).toBe(201);
    const entry = (await response.json()) as Entry;
    const account = { id: expect.any(String), name: administrator.email.split("@")[0] };
    expect(entry).toMatchObject({
      ...{ kind: "answer", text: "Hola Ricardo", author: account, language: "es" },
      ...{ delivery: "waiting", event: null },
    });
    expect(await readEntries(id)).toMatchObject({
      ...{ state: "waiting", revision: 2, assignee: entry.author?.id, writing: [] },
      items: [{ id, kind: "customer", author: null, text: "Tenemos 14 computadoras." }, entry],
    });
  });

  test("leaves by mail under its author's name, quotes the customer, and is no automatic mail", async () => {
    const id = await insertMessage();
    const text = "Hola Ricardo:\n\n- plan profesional\n- https://guaria.example/planes";
    const { mail, entry } = await answerByMail(id, { text });
    const name = administrator.email.split("@")[0];
    expect(mail).toMatchObject({
      from: `"${name}, Guaria Digital" <web@guaria.example>`,
      reply_to: ["hola@guaria.example"],
      subject: expect.stringMatching(/^Re: Recibimos tu mensaje · Guaria Digital · [\dA-F]{4}-[\dA-F]{4}$/),
      text: expect.stringContaining(text),
    });
    expect((await readEntries(id)).replies_to).toBe("hola@guaria.example");
    expect(JSON.stringify(mail?.headers ?? {})).not.toContain("Auto-Submitted");
    expect(mail?.text).toContain("\n> Tenemos 14 computadoras.\n");
    expect(mail?.html).toContain('<a href="https://guaria.example/planes">');
    await edge.fetch(
      "/api/hooks/mail",
      createMailHook("email.delivered", { to: [customer], tags: { mail: entry.id } }),
    );
    expect((await readEntries(id)).items.at(-1)).toMatchObject({ kind: "answer", delivery: "delivered" });
  });

  test("is stored once for its key, and another text under the key is rejected", async () => {
    const id = await insertMessage();
    const key = randomUUID();
    const [first, repeated] = [
      await (await answer(id, {}, key)).json(),
      await (await answer(id, {}, key)).json(),
    ];
    expect(repeated).toEqual(first);
    expect((await readEntries(id)).items).toHaveLength(2);
    expect(await readProblem(await answer(id, { text: "Otra", revision: 2 }, key))).toEqual([
      409,
      "idempotency_conflict",
    ]);
  });

  test("of a note is stored once, also if the note was sent again after its author began the next draft", async () => {
    const id = await insertMessage();
    const key = crypto.randomUUID();
    const addNote = (text: string) =>
      call(`${id}/notes`, json({ text }, { ...admin, "Idempotency-Key": key }));
    const first = await (await addNote("ya hablé con bodega")).json();
    await call(`${id}/draft`, { ...json({ text: "Hola", revision: 0 }, admin), method: "PUT" });
    expect(await (await addNote("ya hablé con bodega")).json()).toEqual(first);
    expect(await readProblem(await addNote("otra nota"))).toEqual([409, "idempotency_conflict"]);
    expect((await readEntries(id)).items).toHaveLength(2);
    expect(await (await call(`${id}/draft`, { headers: admin })).json()).toMatchObject({ text: "Hola" });
  });

  test("is held while the conversation has entries that its author has not seen", async () => {
    const id = await insertMessage();
    await call(`${id}/notes`, json({ text: "ya hablé con bodega" }, admin));
    const response = await answer(id);
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { code: "conversation_moved", newer: [{ kind: "note", text: "ya hablé con bodega" }] },
    ]);
    expect((await readEntries(id)).items).toHaveLength(2);
    expect((await answer(id, { anyway: true })).status).toBe(201);
    expect((await readEntries(id)).items).toHaveLength(3);
  });

  test("of two that saw the same conversation, one is stored", async () => {
    const id = await insertMessage();
    const responses = await Promise.all([answer(id, { text: "Una" }), answer(id, { text: "Otra" })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test("closes the conversation on request", async () => {
    const id = await insertMessage();
    await answer(id, { close: true });
    expect(await readSummary(id)).toMatchObject({ state: "closed" });
  });

  test("is taken back by its author, leaves no trace, and cannot be sent by a repeated call", async () => {
    const id = await insertMessage();
    const key = randomUUID();
    const { id: entry } = (await (await answer(id, { close: true }, key)).json()) as Entry;
    expect((await call(`${id}/answers/${entry}`, { method: "DELETE", headers: admin })).status).toBe(204);
    expect(await readEntries(id)).toMatchObject({ state: "unanswered", assignee: null, items: [{ id }] });
    expect(await readProblem(await answer(id, { close: true }, key))).toEqual([409, "already_taken_back"]);
    expect(await edge.database.asOwner("select payload from outgoing_mails")).toEqual([{ payload: null }]);
    expect(
      await readProblem(await call(`${id}/answers/${entry}`, { method: "DELETE", headers: admin })),
    ).toEqual([404, "not_found"]);
  });

  test("cannot be taken back once it is due", async () => {
    const id = await insertMessage();
    const { id: entry } = (await (await answer(id)).json()) as Entry;
    await edge.database.asOwner("update outgoing_mails set next_attempt_at = now()");
    expect(
      await readProblem(await call(`${id}/answers/${entry}`, { method: "DELETE", headers: admin })),
    ).toEqual([409, "already_sent"]);
  });

  test.each([
    ["email.bounced", "bounced"],
    ["email.failed", "bounced"],
  ])("that does not arrive reopens the conversation (%s)", async (type, delivery) => {
    const id = await insertMessage();
    const { entry } = await answerByMail(id, { close: true });
    await call(id, json({ read: true }, admin, "PATCH"));
    await edge.fetch("/api/hooks/mail", createMailHook(type, { to: [customer], tags: { mail: entry.id } }));
    const { state, items } = await readEntries(id);
    expect(state).toBe("unanswered");
    expect(items.slice(1)).toMatchObject([
      { id: entry.id, delivery },
      { kind: "event", event: "bounced", author: null },
    ]);
    expect(await (await call(id)).json()).toMatchObject({ read: false });
  });

  test("about which the customer complains says so, and reopens nothing", async () => {
    const id = await insertMessage();
    const { entry } = await answerByMail(id, { close: true });
    const complaint = createMailHook("email.complained", { to: [customer], tags: { mail: entry.id } });
    await edge.fetch("/api/hooks/mail", complaint);
    const { state, items } = await readEntries(id);
    expect(state).toBe("closed");
    expect(items.slice(1)).toMatchObject([{ id: entry.id, delivery: "complained" }]);
  });

  test("to a blocked sender is rejected, and to spam", async () => {
    const spam = await insertMessage({ spam: true, email: "otro@cliente.example" });
    expect(await readProblem(await answer(spam))).toEqual([409, "recipient_is_spam"]);
    const id = await insertMessage();
    await call(`${id}/block`, { method: "POST", headers: admin });
    expect(await readProblem(await answer(id))).toEqual([409, "recipient_blocked"]);
  });

  test.each([
    ["without a text", { text: " \n" }, [{ field: "text", code: "required" }]],
    ["of 10,001 characters", { text: "a".repeat(10_001) }, [{ field: "text", code: "too_long" }]],
    [
      "with a character that cannot be stored",
      { text: "a\0" },
      [{ field: "text", code: "invalid_characters" }],
    ],
    ["without a revision", { revision: undefined }, [{ field: "revision", code: "required" }]],
  ])("%s is rejected", async (_, body, errors) => {
    const response = await answer(await insertMessage(), body);
    expect([response.status, await response.json()]).toMatchObject([422, { errors }]);
  });

  test("keeps every character, in the thread and in the mail", async () => {
    const text = `a\r\nb\u202e\u0007 👩\u200d💻 <script> ${"x".repeat(5_000)} .\n.\n`;
    const id = await insertMessage({ name: 'Eve <eve@x.example>\r\nBcc: a@b.example"' });
    const { mail } = await answerByMail(id, { text });
    expect((await readEntries(id)).items[1]?.text).toBe(text);
    expect(mail?.text).toContain(text);
    expect(mail?.html).not.toContain("<script>");
  });
});

describe("a conversation", () => {
  test("shows every action that the database can record, such as the unblocking of the sender", async () => {
    const id = await insertMessage();
    const [{ definition } = {}] = await edge.database.asOwner(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'inbox_actions_action_known'",
    );
    const actions = [...String(definition).matchAll(/'(\w+)'/g)].map(([, action]) => action as string);
    expect(actions).toContain("sender_unblocked");
    await edge.database.asOwner(
      `insert into inbox_actions (account_id, session_id, action, submission_ids)
       select sessions.account_id, sessions.id, action, array[$1::uuid] from unnest($2::text[]) action, sessions limit $3`,
      [id, actions, actions.length],
    );
    const { items } = await readHistory(id);
    // A list is no action on a message. A deleted message can return from a backup.
    const shownActions = actions.filter((action) => action !== "listed" && action !== "deleted");
    expect(new Set(items.flatMap(({ event }) => event ?? []))).toEqual(new Set(shownActions));
  });

  test("is closed, reopened and assigned, each with an event", async () => {
    const id = await insertMessage();
    const { items } = (await (await edge.fetch("/api/administrators", { headers: admin })).json()) as {
      items: { id: string; name: string }[];
    };
    const owner = items[0];
    for (const change of [
      { state: "closed" },
      { state: "unanswered" },
      { assignee: owner?.id },
      { assignee: null },
    ]) {
      expect((await call(id, json(change, admin, "PATCH"))).status).toBe(200);
    }
    const { items: entries, ...summary } = await readEntries(id);
    expect(summary).toMatchObject({ state: "unanswered", assignee: null, revision: 5 });
    expect(entries.slice(1).map(({ event, assignee }) => [event, assignee])).toEqual([
      ["closed", undefined],
      ["reopened", undefined],
      ["assigned", owner],
      ["assigned", null],
    ]);
    // A change to the present state is none.
    await call(id, json({ state: "unanswered", assignee: null }, admin, "PATCH"));
    expect((await readEntries(id)).revision).toBe(5);
  });

  test("is found by its state and owner, and changed in bulk", async () => {
    const [first, second] = [await insertMessage({ name: "Una" }), await insertMessage({ name: "Otra" })];
    const bulk = async (body: object) => (await call("bulk", json(body, admin))).json();
    expect(await bulk({ ids: [first, second], action: "close" })).toEqual({ affected: 2 });
    expect(await bulk({ ids: [first], action: "reopen" })).toEqual({ affected: 1 });
    const { items } = (await (await edge.fetch("/api/administrators", { headers: admin })).json()) as {
      items: { id: string }[];
    };
    expect(await bulk({ ids: [second], action: "assign", assignee: items[0]?.id })).toEqual({ affected: 1 });
    const listNames = async (query: string) => {
      const page = (await (await edge.fetch(`/api/submissions${query}`, { headers: admin })).json()) as {
        items: { name: string }[];
      };
      return page.items.map(({ name }) => name);
    };
    const listSearched = (q: string) => listNames(`?q=${encodeURIComponent(q)}`);
    expect(await listSearched("is:closed from:otr")).toEqual(["Otra"]);
    expect(await listSearched("from:otr assigned:none")).toEqual([]);
    expect(await listSearched("asignado:mí es:cerrado")).toEqual(
      await listNames("?assignee=me&state=closed"),
    );
    const counts = await (await call("counts?q=is:closed", { headers: admin })).json();
    expect(counts).toMatchObject({ all: 1 });
    const csv = await (await call("export.csv?q=is:closed", { headers: admin })).text();
    expect(csv.trimEnd().split("\r\n").slice(1)).toEqual([expect.stringContaining(",Otra,")]);
    const oldest = () => call("oldest-unanswered", { headers: admin }).then((response) => response.json());
    expect(await oldest()).toEqual({ id: first, count: 1 });
    expect(await listNames("?state=closed")).toEqual(["Otra"]);
    expect(await listNames("?state=unanswered")).toEqual(["Una"]);
    expect(await listNames("?assignee=me")).toEqual(["Otra"]);
    expect(await listNames("?assignee=none")).toEqual(["Una"]);
    expect(await (await call("counts?assignee=me")).json()).toMatchObject({ all: 1 });
    expect(
      await bulk({ matching: { assignee: "me", until: "2999-12-31T00:00:00Z" }, action: "reopen" }),
    ).toMatchObject({
      ids: [second],
    });
    expect(await (await call(`${second}?include=conversation`)).json()).toMatchObject({
      ...{ state: "unanswered", assignee: items[0]?.id, revision: 4, first_answer_at: null },
    });
  });

  test("is found by the words of its answers, notes and replies, until they are deleted", async () => {
    const id = await insertMessage();
    const { token } = await answerByMail(id, { text: "El jueves pasa Ñoño Xirinachs" });
    await reply(token, "¿Y cuánto cuesta el conmutador 8888-1234?");
    await call(`${id}/notes`, json({ text: "bodega vacía" }, admin));
    const find = async (q: string) => {
      const response = await edge.fetch(`/api/submissions?q=${encodeURIComponent(q)}`, { headers: admin });
      return ((await response.json()) as { items: { id: string }[] }).items.map((item) => item.id);
    };
    for (const search of ["xirinachs nono", "conmutador computadoras", "88881234", "vacia bodega"]) {
      expect([search, await find(search)]).toEqual([search, [id]]);
    }
    await call(id, { method: "DELETE", headers: admin });
    expect(await find("xirinachs")).toEqual([]);
  });

  test("shows who read, exported and moved its message, each reader once", async () => {
    const id = await insertMessage();
    await readHistory(id);
    await call(id);
    await (await edge.fetch("/api/submissions/export.csv", { headers: admin })).text();
    for (const spam of [true, false]) await call(id, json({ spam }, admin, "PATCH"));
    const { items, revision } = await readHistory(id);
    expect(items.slice(1).map(({ kind, event }) => [kind, event])).toEqual(
      ["read", "exported", "marked_spam", "marked_not_spam"].map((event) => ["event", event]),
    );
    expect(items[1]?.author?.name).toBe(administrator.email.split("@")[0]);
    // They change nothing that an author of an answer has to know.
    expect(revision).toBe(1);
  });

  test("counts an answer by another way", async () => {
    const id = await insertMessage();
    const response = await call(`${id}/answered`, json({ by: "whatsapp" }, admin));
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { kind: "event", event: "answered_by_whatsapp", author: { id: expect.any(String) } },
    ]);
    expect(await readSummary(id)).toMatchObject({ state: "waiting", assignee: expect.any(String) });
    expect(await (await call(`${id}?include=conversation`)).json()).toMatchObject({
      first_answer_at: expect.any(String),
    });
  });

  test.each(["answers", "notes", "answered"])("of an unknown message gets 404 (%s)", async (path) => {
    const body = { answers: { text: "a", revision: 1 }, notes: { text: "a" }, answered: { by: "telephone" } }[
      path
    ];
    expect(await readProblem(await call(`${randomUUID()}/${path}`, json(body, admin)))).toEqual([
      404,
      "not_found",
    ]);
  });

  test("is deleted with its message, with its drafts and its waiting mails", async () => {
    const id = await insertMessage();
    await answer(id);
    await call(`${id}/draft`, json({ text: "Otra cosa", revision: 0 }, admin, "PUT"));
    await call(id, { method: "DELETE", headers: admin });
    expect(
      await edge.database.asOwner(
        `select (select count(*)::int from conversation_entries) as entries,
           (select count(*)::int from conversation_drafts) as drafts,
           (select count(*)::int from outgoing_mails where payload is not null) as mails`,
      ),
    ).toEqual([{ entries: 0, drafts: 0, mails: 0 }]);
  });
});

describe("a draft", () => {
  const put = (id: string, draft: object) => call(`${id}/draft`, json(draft, admin, "PUT"));
  const read = async (id: string) => (await (await call(`${id}/draft`)).json()) as Draft;

  test("is stored with a revision, and an old one overwrites nothing", async () => {
    const id = await insertMessage();
    expect(await read(id)).toEqual({ text: "", revision: 0, kind: "answer" });
    expect(await (await put(id, { text: "Hola", revision: 0 })).json()).toEqual({
      text: "Hola",
      revision: 1,
      kind: "answer",
    });
    expect(await (await put(id, { text: "Hola R", revision: 1, kind: "note" })).json()).toMatchObject({
      revision: 2,
    });
    const response = await put(id, { text: "Otra", revision: 1 });
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { code: "draft_conflict", text: "Hola R", revision: 2, kind: "note" },
    ]);
    // A repeated call whose answer was lost is no conflict.
    expect((await put(id, { text: "Hola R", revision: 1, kind: "note" })).status).toBe(200);
  });

  test("ends with the answer, and is nobody else's", async () => {
    const id = await insertMessage();
    await put(id, { text: "Hola Ricardo", revision: 0 });
    expect((await readEntries(id)).writing).toEqual([]);
    await answer(id);
    expect(await read(id)).toMatchObject({ text: "", revision: 2 });
  });
});

describe("the customer's page", () => {
  test("shows the conversation without notes and events, and takes a reply", async () => {
    const id = await insertMessage();
    await call(`${id}/notes`, json({ text: "solo para nosotros" }, admin));
    const { token } = await answerByMail(id, { revision: 2 });
    const conversation = (await (await openLink(token)).json()) as CustomerConversation;
    expect(conversation).toEqual({
      reference: expect.stringMatching(/^[\dA-F]{4}-[\dA-F]{4}$/),
      language: "es",
      items: [
        {
          kind: "customer",
          text: "Tenemos 14 computadoras.",
          author: "Ricardo Salas",
          created_at: expect.any(String),
        },
        {
          kind: "answer",
          text: "Hola Ricardo",
          author: administrator.email.split("@")[0],
          created_at: expect.any(String),
        },
      ],
    });
    await call(id, json({ read: true, state: "closed" }, admin, "PATCH"));
    const key = randomUUID();
    const response = await reply(token, "Gracias, ¿cuánto cuesta?", key);
    expect(response.status).toBe(201);
    expect((await reply(token, "Gracias, ¿cuánto cuesta?", key)).status).toBe(201);
    expect(await readProblem(await reply(token, "Otra cosa", key))).toEqual([409, "idempotency_conflict"]);
    expect(await (await call(`${id}?include=conversation`)).json()).toMatchObject({
      read: false,
      state: "unanswered",
    });
    const { items } = await readEntries(id);
    expect(items.filter(({ kind }) => kind === "customer").map(({ text }) => text)).toEqual([
      "Tenemos 14 computadoras.",
      "Gracias, ¿cuánto cuesta?",
    ]);
    await expect
      .poll(async () => (await listMailsTo("hola@guaria.example"))[0]?.text)
      .toContain("Gracias, ¿cuánto cuesta?");
    const [notice] = await listMailsTo("hola@guaria.example");
    expect(notice?.text).toContain(`/buzon?m=${id}`);
  });

  test.each(["unknown", "deleted", "spam", "malformed"])(
    "shows nothing for a link that is %s",
    async (reason) => {
      const id = await insertMessage();
      const { token } = await answerByMail(id);
      if (reason === "deleted") await call(id, { method: "DELETE", headers: admin });
      if (reason === "spam") await call(id, json({ spam: true }, admin, "PATCH"));
      const linkToken =
        { unknown: "A".repeat(43), malformed: `${token}x`, deleted: token, spam: token }[reason] ?? "";
      expect(await readProblem(await openLink(linkToken))).toEqual([404, "not_found"]);
      expect(await readProblem(await reply(linkToken, "Hola"))).toEqual([404, "not_found"]);
    },
  );

  test("opens nothing once an administrator has ended its link, which the thread records", async () => {
    const id = await insertMessage();
    const { token, entry } = await answerByMail(id);
    const revoke = (message: string, answerId: string) =>
      call(`${message}/answers/${answerId}/revoke`, { method: "POST", headers: admin });
    expect(await readProblem(await revoke(await insertMessage(), entry.id))).toEqual([404, "not_found"]);
    expect((await openLink(token)).status).toBe(200);
    expect((await revoke(id, entry.id)).status).toBe(204);
    expect(await readProblem(await openLink(token))).toEqual([404, "not_found"]);
    expect(await readProblem(await reply(token, "Hola"))).toEqual([404, "not_found"]);
    const { items } = await readEntries(id);
    expect(items.filter(({ event }) => event === "link_revoked")).toMatchObject([
      { kind: "event", author: { id: entry.author?.id } },
    ]);
    expect(await readProblem(await revoke(id, entry.id))).toEqual([404, "not_found"]);
  });

  test("an answer whose link was ended while it waited leaves without the link", async () => {
    const id = await insertMessage();
    const { mail } = await edge.holdClock(async () => {
      const entry = (await (await answer(id)).json()) as Entry;
      await call(`${id}/answers/${entry.id}/revoke`, { method: "POST", headers: admin });
      await sendAnswers();
      return { mail: (await listMailsTo(customer))[0] };
    });
    expect(mail?.text).toContain("Hola Ricardo");
    expect(`${mail?.text} ${mail?.html}`).not.toContain("/conversacion");
  });

  test("limits the replies of a link", async () => {
    const id = await insertMessage();
    const { token } = await answerByMail(id);
    const statuses: number[] = [];
    for (let count = 0; count <= 50; count += 1) {
      const response = await edge.fetch(
        "/api/conversation/entries",
        json({ token, text: `${count}` }, { "CF-Connecting-IP": `192.0.2.${count}` }),
      );
      statuses.push(response.status);
    }
    expect(statuses.at(49)).toBe(201);
    expect(statuses.at(50)).toBe(429);
  });
});
