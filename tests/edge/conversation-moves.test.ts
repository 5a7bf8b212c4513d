import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type {
  ConversationEntries,
  CustomerConversation,
  Move,
} from "#functions/contract/conversation.schema.ts";
import { type Row, toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { json, readProblem } from "../support/requests.ts";
import { signInForSuite, startForSuite } from "../support/suite.ts";

const edge = startForSuite(() => startEdge());
const admin = signInForSuite(edge);
const customer = "ricardo@cliente.example";
const partner = "socia@otra.example";

beforeEach(() => edge.forgetMessages());

const asOwner = (text: string, values: unknown[] = []) => edge.database.asOwner(text, values);
const insert = (table: string, row: Row) => edge.database.asOwner(...toInsert(table, row));

async function addMessage(fields: Row = {}): Promise<string> {
  const id = randomUUID();
  const name = "Ricardo Salas";
  await insert("contact_submissions", {
    id,
    name,
    email: customer,
    message: "14 computadoras",
    read: true,
    first_read_at: new Date(),
    ...fields,
  });
  return id;
}
/** Adds an entry, a text of the customer by default. */
async function addEntry(submissionId: string, fields: Row = {}): Promise<string> {
  const id = randomUUID();
  const state = fields.sender === "other" || (fields.kind ?? "customer") !== "customer" ? null : "unanswered";
  await insert("conversation_entries", {
    ...{ id, submission_id: submissionId, kind: "customer", text: "¿Y con garantía?", language: "es", state },
    ...fields,
  });
  return id;
}
const addForeignMail = (id: string, fields: Row = {}) =>
  addEntry(id, { sender: "other", from_address: partner, text: "Soy su socia", ...fields });

const post = (path: string, body: object = {}, headers = admin) =>
  edge.fetch(`/api/submissions/${path}`, json(body, headers));
const admit = (id: string, entry: string) => post(`${id}/entries/${entry}/admit`);
const move = (id: string, entry: string, to: string | null) => post(`${id}/entries/${entry}/move`, { to });
const join = (id: string, into: string) => post(`${id}/join`, { into });
const undo = (moveId: string) => edge.fetch(`/api/moves/${moveId}`, { method: "DELETE", headers: admin });
async function readMove(response: Response): Promise<Move> {
  expect(response.status).toBe(201);
  return (await response.json()) as Move;
}
async function readEntries(id: string): Promise<ConversationEntries> {
  const response = await edge.fetch(`/api/submissions/${id}/entries`, { headers: admin });
  const { items, ...conversation } = (await response.json()) as ConversationEntries;
  return { ...conversation, items: items.filter(({ event }) => event !== "read") };
}
const readTexts = async (id: string) => (await readEntries(id)).items.map(({ text, event }) => event ?? text);

/** Reads every row that a change of conversations may touch, without revisions. */
async function readRows() {
  const tables = {
    contact_submissions: "id",
    conversation_entries: "id",
    conversation_drafts: "submission_id, account_id",
    conversation_participants: "submission_id, address_key",
    attachments: "id",
    outgoing_mails: "id",
    contact_receipts: "idempotency_key",
    reply_addresses: "token_hash",
    submission_texts: "id",
    inbox_totals: "only_row",
  };
  const rows: Record<string, unknown> = {};
  for (const [table, order] of Object.entries(tables))
    rows[table] = await asOwner(
      `select to_jsonb(stored) - 'revision' as row from ${table} stored order by ${order}`,
    );
  return rows;
}

describe("a sender is admitted", () => {
  test("their mails become the customer's words, the conversation waits again, and undo restores every row", async () => {
    const id = await addMessage();
    const entry = await addForeignMail(id);
    await addForeignMail(id, { text: "Otra vez yo" });
    await addForeignMail(id, { from_address: "ajeno@otra.example" });
    await addEntry(id, {
      kind: "event",
      event: "closed",
      text: null,
      state: "closed",
      created_at: "2026-01-01",
    });
    const before = await readRows();
    const { move: moveId, to } = await readMove(await admit(id, entry));
    expect(to).toBe(id);
    const { state, items } = await readEntries(id);
    expect(state).toBe("unanswered");
    expect(items.map(({ sender }) => sender).sort()).toEqual(
      ["other", "unverified", "unverified", null, null].sort(),
    );
    expect(await asOwner("select read from contact_submissions")).toEqual([{ read: false }]);
    expect((await undo(moveId)).status).toBe(204);
    expect(await readRows()).toEqual(before);
    expect(await readProblem(await undo(moveId))).toEqual([404, "not_found"]);
  });
});

describe("an entry is moved", () => {
  test("to a conversation of its own, under the address of its sender, and undo restores every row", async () => {
    const id = await addMessage();
    const entry = await addForeignMail(id);
    await insert("attachments", {
      id: randomUUID(),
      submission_id: id,
      entry_id: entry,
      name: "a.jpg",
      type: "image/jpeg",
      size: 1,
    });
    await insert("outgoing_mails", { id: entry, kind: "reply_notice", submission_id: id, payload: {} });
    const before = await readRows();
    const { move: moveId, to } = await readMove(await move(id, entry, null));
    expect(
      await asOwner("select name, email, message, state, read from contact_submissions where id = $1", [to]),
    ).toEqual([{ name: partner, email: partner, message: "Soy su socia", state: "unanswered", read: false }]);
    expect(await readTexts(to)).toEqual(["Soy su socia", "moved"]);
    expect(await readTexts(id)).toEqual(["14 computadoras"]);
    expect(await asOwner("select submission_id, entry_id from attachments")).toEqual([
      { submission_id: to, entry_id: null },
    ]);
    expect(await asOwner("select submission_id, given_up_at from outgoing_mails")).toEqual([
      { submission_id: to, given_up_at: null },
    ]);
    expect((await undo(moveId)).status).toBe(204);
    expect(await readRows()).toEqual(before);
  });

  test("a text too long for a message is not cut, and a note never becomes words that the customer sees", async () => {
    const id = await addMessage();
    const longText = "á".repeat(5_001);
    const long = await addEntry(id, { text: longText });
    const note = await addEntry(id, { kind: "note", text: "solo para el equipo" });
    const before = await readRows();
    const moves = [await readMove(await move(id, long, null)), await readMove(await move(id, note, null))];
    expect((await readTexts(moves[0]?.to ?? "")).slice(0, 2)).toEqual([longText.slice(0, 5_000), longText]);
    expect(await readTexts(moves[1]?.to ?? "")).toEqual(["", "solo para el equipo", "moved"]);
    for (const { move: moveId } of moves.reverse()) expect((await undo(moveId)).status).toBe(204);
    expect(await readRows()).toEqual(before);
  });

  test("to another conversation, where words of another sender are never those of its customer", async () => {
    const id = await addMessage();
    const other = await addMessage({ email: partner, name: "Socia", read: false });
    const reply = await addEntry(id);
    const foreign = await addForeignMail(id);
    const before = await readRows();
    const moves = [
      await readMove(await move(id, reply, other)),
      await readMove(await move(id, foreign, other)),
    ];
    const { items } = await readEntries(other);
    expect(items.slice(1).map(({ sender, from, event }) => event ?? [sender, from])).toEqual([
      ["other", customer],
      ["unverified", partner],
      "moved",
      "moved",
    ]);
    expect(
      (await asOwner("select folded from submission_texts where id = $1", [other]))[0]?.folded,
    ).toContain("y con ");
    for (const { move: moveId } of moves.reverse()) expect((await undo(moveId)).status).toBe(204);
    expect(await readRows()).toEqual(before);
  });

  test("an undo is rejected once the conversation of its own has more, or the entry was moved on", async () => {
    const id = await addMessage();
    const entry = await addForeignMail(id);
    const { move: moveId, to } = await readMove(await move(id, entry, null));
    await addEntry(to, { text: "Y algo más" });
    expect(await readProblem(await undo(moveId))).toEqual([409, "cannot_undo"]);
    expect(await readTexts(to)).toEqual(["Soy su socia", "moved", "Y algo más"]);
    const note = await addEntry(id, { kind: "note" });
    const { move: firstMove } = await readMove(await move(id, note, to));
    await readMove(await move(to, note, await addMessage()));
    expect(await readProblem(await undo(firstMove))).toEqual([409, "cannot_undo"]);
  });

  test("answers, events, entries of other conversations and unknown conversations are not found; spam is rejected", async () => {
    const id = await addMessage();
    const other = await addMessage();
    const answer = await addEntry(id, { kind: "answer", delivery: "sent" });
    const note = await addEntry(id, { kind: "note" });
    for (const response of [
      await move(id, answer, null),
      await move(other, note, id),
      await move(id, note, randomUUID()),
      await move(id, note, id),
      await admit(id, note),
      await undo(randomUUID()),
      await join(id, id),
      await join(id, randomUUID()),
    ])
      expect(await readProblem(response)).toEqual([404, "not_found"]);
    await asOwner("update contact_submissions set spam = true where id = $1", [other]);
    for (const response of [await move(id, note, other), await join(id, other), await join(other, id)])
      expect(await readProblem(response)).toEqual([409, "recipient_is_spam"]);
  });
});

const toBytes = () => `\\x${randomUUID().replaceAll("-", "").repeat(2)}`;

/** Adds a conversation with a row in every table that a join moves. */
async function addFullConversation(fields: Row = {}) {
  const id = await addMessage({ message: "Primero", created_at: "2026-01-01", ...fields });
  const [account] = await asOwner("select id from accounts limit 1");
  const accountId = account?.id as string;
  const answer = await addEntry(id, {
    kind: "answer",
    author: accountId,
    text: "Hola",
    delivery: "sent",
    state: "closed",
    assignee: accountId,
    created_at: "2026-01-02",
    link_hash: toBytes(),
  });
  const reply = await addEntry(id, { text: "Gracias", created_at: "2026-01-03", state: null });
  await insert("outgoing_mails", { id: answer, kind: "answer", submission_id: id, sent_at: new Date() });
  await insert("outgoing_mails", { id: reply, kind: "reply_notice", submission_id: id, payload: {} });
  await insert("contact_receipts", {
    idempotency_key: randomUUID(),
    body_hash: toBytes(),
    submission_id: id,
    link_hash: toBytes(),
  });
  await insert("reply_addresses", {
    token_hash: toBytes(),
    submission_id: id,
    role: "customer",
    kid: "k",
    generation: 0,
  });
  await insert("conversation_participants", { submission_id: id, address_key: toBytes() });
  await insert("conversation_drafts", {
    submission_id: id,
    account_id: accountId,
    kind: "note",
    text: "borrador",
    revision: 3,
  });
  for (const entry_id of [null, reply])
    await insert("attachments", {
      id: randomUUID(),
      submission_id: id,
      entry_id,
      name: "a.jpg",
      type: "image/jpeg",
      size: 1,
    });
  await asOwner("update contact_submissions set read = true where id = $1", [id]);
  return { id, accountId };
}

describe("conversations are joined", () => {
  test("everything follows, the newest words count, and undo restores every row", async () => {
    const { id, accountId } = await addFullConversation({ phone: "8888 1234" });
    const into = await addMessage();
    await insert("reply_addresses", {
      token_hash: toBytes(),
      submission_id: into,
      role: "customer",
      kid: "k",
      generation: 0,
    });
    await insert("conversation_drafts", {
      submission_id: into,
      account_id: accountId,
      text: "Buenas",
      revision: 1,
    });
    const before = await readRows();
    const { move: moveId, to } = await readMove(await join(id, into));
    expect(to).toBe(into);
    expect(await readTexts(into)).toEqual([
      "14 computadoras",
      "Primero\n\nTeléfono: 8888 1234",
      "Hola",
      "Gracias",
      "joined",
    ]);
    // The message is newer than the closed conversation.
    expect(await readEntries(into)).toMatchObject({ state: "unanswered", assignee: accountId });
    expect(await asOwner("select first_answer_at, read from contact_submissions")).toEqual([
      { first_answer_at: null, read: true },
    ]);
    expect(await asOwner("select kind, text from conversation_drafts")).toEqual([
      { kind: "note", text: "Buenas\n\nborrador" },
    ]);
    for (const table of [
      "outgoing_mails",
      "contact_receipts",
      "reply_addresses",
      "conversation_participants",
      "attachments",
    ])
      expect(await asOwner(`select distinct submission_id from ${table}`)).toEqual([{ submission_id: into }]);
    expect((await undo(moveId)).status).toBe(204);
    const after = await readRows();
    expect(after).toEqual(before);
  });

  test("words of another sender keep their address, and their mails are of the conversation from then on", async () => {
    const { id } = await addFullConversation({ email: partner, name: "Socia" });
    const into = await addMessage({ message: null });
    const before = await readRows();
    const { move: moveId } = await readMove(await join(id, into));
    const { items } = await readEntries(into);
    const customerItems = items.filter(({ kind, from }) => kind === "customer" && from !== null);
    expect(customerItems.map(({ text, sender, from }) => [text, sender, from])).toEqual([
      ["Primero\n\nNombre: Socia", "unverified", partner],
      ["Gracias", "verified", partner],
    ]);
    expect(await asOwner("select is_participant($1, $2) as known", [into, partner])).toEqual([
      { known: true },
    ]);
    expect((await undo(moveId)).status).toBe(204);
    expect(await readRows()).toEqual(before);
  });

  test.each([
    [
      "es",
      [
        ["Teléfono: 8888 1234", "Empresa: Ferretería", "Servicio: Soporte técnico", "Plan: Plan básico"],
        [
          "Día para reunirse: 2026-12-03",
          "Momento del día: Por la mañana",
          "Cómo supo de nosotros: Búsqueda en Google",
        ],
      ],
    ],
    [
      "en",
      [
        ["Phone: 8888 1234", "Company: Ferretería", "Service: Technical support", "Plan: Plan básico"],
        ["Meeting day: 2026-12-03", "Time of day: Morning", "How they heard about us: Google search"],
      ],
    ],
  ])("every field of a joined message stays after the undo has expired (%s)", async (language, lines) => {
    const fields = {
      ...{
        phone: "8888 1234",
        company: "Ferretería",
        service_type: "technical-support",
        plan: "Plan básico",
      },
      ...{ meeting_day: "2026-12-03", meeting_part: "morning", source: "google-search" },
    };
    const id = await addMessage({ ...fields, message: null, language, created_at: "2026-01-01" });
    const into = await addMessage({ phone: "2222 3333", service_type: "cctv" });
    await readMove(await join(id, into));
    expect(await readTexts(into)).toEqual(["14 computadoras", lines.flat().join("\n"), "joined"]);
    const equalMessage = await addMessage({ ...fields, message: null, language, created_at: "2026-01-01" });
    await readMove(await join(equalMessage, await addMessage(fields)));
    expect(await asOwner("select from conversation_entries where id = $1", [equalMessage])).toEqual([]);
  });

  test("two administrators join and undo at once: one succeeds, the other is told", async () => {
    const { id } = await addFullConversation();
    const [first, second] = [await addMessage(), await addMessage()];
    const joins = await Promise.all([join(id, first), join(id, second)]);
    expect(joins.map(({ status }) => status).sort()).toEqual([201, 404]);
    const { move: moveId } = await readMove(joins.find(({ status }) => status === 201) as Response);
    const undone = await Promise.all([undo(moveId), undo(moveId)]);
    expect(undone.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await asOwner("select from contact_submissions")).toHaveLength(3);
  });

  test("a move before a join can still be undone after the join was undone", async () => {
    const { id } = await addFullConversation();
    const source = await addMessage();
    const entry = await addEntry(source);
    const before = await readRows();
    const { move: entryMove } = await readMove(await move(source, entry, id));
    const { move: joinMove } = await readMove(await join(id, source));
    expect(await readProblem(await undo(entryMove))).toEqual([404, "not_found"]);
    expect((await undo(joinMove)).status).toBe(204);
    expect((await undo(entryMove)).status).toBe(204);
    expect(await readRows()).toEqual(before);
  });

  test("an undo ends after a day", async () => {
    const id = await addMessage();
    const { move: moveId } = await readMove(await join(id, await addMessage()));
    await asOwner("update conversation_moves set moved_at = now() - interval '25 hours'");
    expect(await readProblem(await undo(moveId))).toEqual([404, "not_found"]);
  });

  test("a customer's page names another sender by their address", async () => {
    const token = "a".repeat(43);
    const id = await addMessage();
    await addEntry(id, {
      kind: "answer",
      text: "Hola",
      delivery: "sent",
      link_hash: `\\x${Buffer.from(await crypto.subtle.digest("SHA-256", Buffer.from(token))).toString("hex")}`,
    });
    const entry = await addForeignMail(id);
    await readMove(await admit(id, entry));
    const { items } = (await (
      await edge.fetch("/api/conversation", json({ token }))
    ).json()) as CustomerConversation;
    expect(items.map(({ author, kind }) => kind === "customer" && author)).toEqual([
      "Ricardo Salas",
      false,
      partner,
    ]);
  });
});
