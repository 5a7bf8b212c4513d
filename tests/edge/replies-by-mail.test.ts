import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { ConversationEntries, Entry } from "#functions/contract/conversation.schema.ts";
import { readEnvironment } from "#functions/env.ts";
import { dayMs, hourMs } from "#functions/kernel/durations.ts";
import type { OutgoingMail } from "#functions/mail/outgoing-mail.ts";
import { receiveMissedMails } from "#functions/mail/received/receive-missed.ts";
import { openReplyAddress } from "#functions/mail/reply-addresses.ts";
import { removeFiles } from "#functions/operations/scheduled/remove-files.ts";
import { toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { createMailHook, mailSecret } from "../support/mail-hook.ts";
import { bearer, json, origin } from "../support/requests.ts";
import { administrator, visitor } from "../support/seeded-people.ts";
import { nightlyTest, selectCases, startForSuite } from "../support/suite.ts";

const edge = startForSuite(async () => {
  const started = await startEdge({
    MAIL_WEBHOOK_SECRET: mailSecret,
    MAIL_REPLY_DOMAIN: "reply.guaria.example",
    MAIL_READ_KEY: "re_read",
  });
  await started.deployScheduled();
  return started;
});
const customer = "ricardo@cliente.example";
let admin: Record<string, string>;
beforeAll(async () => {
  admin = bearer(await edge.signIn());
});
beforeEach(async () => {
  await edge.forgetMessages();
  await edge.database.asOwner("truncate received_mails, mail_alerts");
});

const call = (path: string, init: RequestInit) => edge.fetch(`/api/submissions/${path}`, init);
/** Returns the conversation without the recorded readings. */
async function readEntries(id: string): Promise<ConversationEntries> {
  const response = await call(`${id}/entries`, { headers: admin });
  const { items, ...conversation } = (await response.json()) as ConversationEntries;
  return { ...conversation, items: items.filter(({ event }) => event !== "read") };
}

/** Answers a message of the customer, and returns the conversation's id and its reply address. */
async function answer() {
  const id = randomUUID();
  await edge.database.asOwner(
    ...toInsert("contact_submissions", { id, name: "Ricardo", email: customer, message: "Hola" }),
  );
  return { id, address: await sendAnswer(id) };
}

/** Answers in a conversation. Returns the reply address of the mail, once it is sent. */
async function sendAnswer(id: string): Promise<string> {
  const { revision } = await readEntries(id);
  const key = { ...admin, "Idempotency-Key": randomUUID() };
  const text = `Respuesta ${randomUUID()}`;
  expect((await call(`${id}/answers`, json({ text, revision }, key))).status).toBe(201);
  await sendNow();
  return readReplyTo(customer, text);
}
/** Sends the waiting answers. The work of an earlier request may send them, too. */
async function sendNow() {
  await edge.database.asOwner("update outgoing_mails set next_attempt_at = now() where kind = 'answer'");
  await edge.fire();
  const waiting = "select from outgoing_mails where kind = 'answer' and sent_at is null";
  await expect.poll(() => edge.database.asOwner(waiting)).toEqual([]);
}
/** Returns the reply address of the newest mail to a mailbox whose text has `part`. */
async function readReplyTo(mailbox: string, part = ""): Promise<string> {
  const mail = (await edge.mailbox.listTo(mailbox)).find(({ text }) => text?.includes(part));
  return ((mail?.reply_to ?? []) as string[])[0] ?? "";
}

const mailboxUrl = () => `http://localhost:${edge.mailbox.port}`;
type Inbound = {
  from?: string;
  verdict?: string;
  headers?: string;
  text?: string;
  messageId?: string;
};

/** Lets the provider receive a mail. */
async function sendToProvider(
  to: string,
  { from = customer, verdict = "pass", headers = "", text = "Sí, gracias", messageId }: Inbound = {},
): Promise<void> {
  const raw = `From: ${from}\r\nTo: ${to}\r\nMessage-ID: ${messageId ?? `<${randomUUID()}@cliente.example>`}\r\n${headers}\r\n${text}`;
  const query = new URLSearchParams({ from, to, verdict });
  await fetch(`${mailboxUrl()}/inbound?${query}`, { method: "POST", body: raw });
}
/** Lets the provider receive a mail. Returns its id there. */
async function deliver(to: string, mail?: Inbound): Promise<string> {
  await sendToProvider(to, mail);
  return (await listReceived())[0] ?? "";
}
/** Lists the ids of the mails that the provider has received, the newest first. */
async function listReceived(): Promise<string[]> {
  const response = await fetch(`${mailboxUrl()}/emails/receiving?limit=1000`);
  const { data } = (await response.json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
}
/** Records the mails of other tests as stored, so that the hourly listing finds none of them. */
const recordEarlier = async () =>
  edge.database.asOwner(
    "insert into received_mails (provider_id, outcome) select unnest($1::text[]), 'repeated' on conflict do nothing",
    [await listReceived()],
  );
/** Reports a received mail to the site. Returns the status of the answer. */
async function report(id: string): Promise<number> {
  const response = await edge.fetch("/api/hooks/mail", createMailHook("email.received", { email_id: id }));
  return response.status;
}
const receive = async (to: string, mail?: Inbound) => report(await deliver(to, mail));

/** Returns the parts of a mail with files, as the headers and the text of `deliver`. */
const writeFiles = (
  files: { name: string; content: string | Buffer; type?: string }[],
  text = "Van las fotos",
) => ({
  headers: 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n',
  text: [
    `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}`,
    ...files.map(
      ({ name, content, type = "application/octet-stream" }) =>
        `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString("base64").replace(/.{76}/g, "$&\r\n")}`,
    ),
    "--b--\r\n",
  ].join("\r\n"),
});
const download = (id: string, headers: Record<string, string> = admin) =>
  edge.fetch(`/api/attachments/${id}`, { headers });
const readText = async (id = "") => (await download(id)).text();
const listMessages = () =>
  edge.database.asOwner(
    "select id, name, email, message, spam, read, doubts, language from contact_submissions order by created_at",
  );
const readNewest = async (id: string): Promise<Entry | undefined> => (await readEntries(id)).items.at(-1);

test("an answer invites replies to an address of its conversation", async () => {
  const { id, address } = await answer();
  expect(address).toMatch(/^reply\+[\da-f]{32}@reply\.guaria\.example$/);
  expect((await readEntries(id)).replies_to).toBeNull();
});

test("a verified reply stands in the conversation as the customer's words, and reopens it", async () => {
  const { id, address } = await answer();
  expect(await receive(address)).toBe(204);
  const { state, items } = await readEntries(id);
  expect(state).toBe("unanswered");
  expect(items.at(-1)).toMatchObject({
    kind: "customer",
    text: "Sí, gracias",
    sender: "verified",
    from: customer,
  });
  expect(
    await edge.database.asOwner("select kind from outgoing_mails where kind = 'reply_notice'"),
  ).toHaveLength(1);
});

/** Returns the parts of an entry that its sender wrote. */
const toContent = ({ text, sender, attachments }: Entry) => ({
  ...{ text, sender },
  files: attachments.map(({ name }) => name),
});

const mailsToTwo: [title: string, mail: Inbound][] = [
  ["with a file", writeFiles([{ name: "a.txt", content: "a" }])],
  ["too large to read", { text: "línea de texto\r\n".repeat(1_600_000) }],
];
test.each(selectCases(mailsToTwo, 1))(
  "a mail to two conversations stands in both, once (%s)",
  async (_, mail) => {
    const [first, second] = [await answer(), await answer()];
    const mailId = await deliver(
      [unknownAddress, first.address, second.address, first.address].join(","),
      mail,
    );
    for (const _ of ["first", "repeated"]) expect(await report(mailId)).toBe(204);
    const entries = [first, second].map(async ({ id }) => (await readEntries(id)).items.slice(2));
    const [inFirst = [], inSecond = []] = await Promise.all(entries);
    expect(inFirst).toHaveLength(1);
    expect(inSecond.map(toContent)).toEqual(inFirst.map(toContent));
    const [file = "", otherFile] = await Promise.all(
      [...inFirst, ...inSecond].map(({ attachments }) => readText(attachments[0]?.id)),
    );
    expect(file.length).toBeGreaterThan(0);
    expect(otherFile === file).toBe(true);
    expect(await listMessages()).toHaveLength(2);
  },
);

test("a mail server may change the case of the address", async () => {
  const { id, address } = await answer();
  await receive(address.toUpperCase());
  expect(await readNewest(id)).toMatchObject({ sender: "verified" });
});

test.each<[Inbound, string]>([
  [{ verdict: "none" }, "unverified"],
  [{ verdict: "fail" }, "other"],
  [{ from: "otro@ajeno.example" }, "other"],
])("a reply of %j is %s", async (mail, sender) => {
  const { id, address } = await answer();
  await receive(address, mail);
  expect(await readNewest(id)).toMatchObject({ kind: "customer", sender, from: mail.from ?? customer });
});

test("a mail of somebody else is never the customer's: neither quoted, nor on the customer's page", async () => {
  const { id, address } = await answer();
  await receive(address, { from: "otro@ajeno.example", text: "Palabras ajenas" });
  expect((await readEntries(id)).state).toBe("waiting");
  const key = { ...admin, "Idempotency-Key": randomUUID() };
  await call(`${id}/answers`, json({ text: "Otra", revision: 3, anyway: true }, key));
  const [mail] = await edge.database.asOwner(
    "select payload from outgoing_mails where payload ->> 'text' = 'Otra'",
  );
  expect(JSON.stringify(mail)).not.toContain("Palabras ajenas");
});

test("the same mail is one entry, whatever the provider repeats", async () => {
  const { id, address } = await answer();
  const messageId = `<${randomUUID()}@cliente.example>`;
  await receive(address, { messageId });
  await receive(address, { messageId });
  expect((await readEntries(id)).items.filter(({ kind }) => kind === "customer")).toHaveLength(2);
});

test("automatic mails are events, reopen nothing, and are one event after ten a day", async () => {
  const { id, address } = await answer();
  for (let count = 0; count < 12; count += 1)
    await receive(address, { headers: "Auto-Submitted: auto-replied\r\n" });
  const { state, items } = await readEntries(id);
  expect(state).toBe("waiting");
  expect(items.slice(2).map(({ event }) => event)).toEqual([
    ...Array.from({ length: 10 }, () => "automatic_reply"),
    "more_automatic_replies",
  ]);
});

const toReport = (action: string, recipient: string) => ({
  from: "mailer-daemon@provider.example",
  headers:
    'MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n',
  text: [
    "--b\r\nContent-Type: text/plain\r\n\r\nNo se entregó",
    "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; provider.example",
    `Final-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: 5.1.1`,
    "--b--\r\n",
  ].join("\r\n\r\n"),
});

test.each<[string, Inbound]>([
  [
    "automatic_reply",
    { headers: "Auto-Submitted: auto-replied\r\n", text: "Hasta el 5 no estoy: escriba a Ana" },
  ],
  ["bounced", toReport("failed", customer)],
])("the words of an automatic mail stand at its event (%s), once", async (event, mail) => {
  const { id, address } = await answer();
  const messageId = `<${randomUUID()}@cliente.example>`;
  for (const _ of ["first", "repeated"]) await receive(address, { ...mail, messageId });
  const events = (await readEntries(id)).items.slice(2);
  const text = event === "bounced" ? "No se entregó" : mail.text;
  const from = mail.from ?? customer;
  expect(events).toMatchObject([{ kind: "event", event, text, sender: null, from }]);
  const matches = await edge.fetch(`/api/submissions?q=${encodeURIComponent(text ?? "")}`, {
    headers: admin,
  });
  expect(await matches.json()).toMatchObject({ items: [{ id }] });
});

test("an automatic mail too long for its event is whole in a file", async () => {
  const { id, address } = await answer();
  const text = "palabra ".repeat(30_000).trim();
  await receive(address, { text, headers: "Auto-Submitted: auto-replied\r\n" });
  expect(await readText((await readNewest(id))?.attachments[0]?.id)).toBe(text);
});

const revoke = (id: string, entry = "") =>
  call(`${id}/answers/${entry}/revoke`, { method: "POST", headers: admin });
test("all mails to a customer have one reply address, until the link of an answer is ended", async () => {
  const { id, address } = await answer();
  expect(await sendAnswer(id)).toBe(address);
  const second = (await readEntries(id)).items.at(-1);
  expect((await revoke(id, second?.id)).status).toBe(204);
  await receive(address, { from: "otra@nueva.example" });
  expect((await listMessages()).at(-1)).toMatchObject({ spam: true, email: "otra@nueva.example" });
  const nextAddress = await sendAnswer(id);
  expect(nextAddress).not.toBe(address);
  await receive(nextAddress);
  expect(await readNewest(id)).toMatchObject({ sender: "verified" });
});

test("a valid reply address is not registered again", async () => {
  const { id, address } = await answer();
  const environment = await readEnvironment({ ...edge.bindings, ATTACHMENTS: await edge.openBucket() });
  const fetches = vi.spyOn(globalThis, "fetch");
  const mail = { kind: "answer", conversationId: id } as OutgoingMail;
  expect(await openReplyAddress(mail, environment)).toBe(address);
  expect(fetches).toHaveBeenCalledTimes(1);
  fetches.mockRestore();
});

const company = "hola@guaria.example";
/** Lets a visitor write by the form. Returns the conversation's id, and the reply addresses of its two mails. */
async function write() {
  const email = `${randomUUID()}@cliente.example`;
  await edge.fetch("/api/contact", json({ name: "Ricardo", email, message: "Hola", language: "es" }));
  const [{ id } = {}] = await listMessages();
  // The request sends both mails after its answer.
  await expect.poll(() => readReplyTo(email)).toContain("reply+");
  await expect.poll(() => readReplyTo(company, String(id))).toContain("reply+");
  return {
    ...{ id: String(id), email, forCustomer: await readReplyTo(email) },
    forCompany: await readReplyTo(company, String(id)),
  };
}

test("an acknowledgement invites the customer, and a notice the company, into the conversation", async () => {
  const { id, email, forCustomer, forCompany } = await write();
  expect(new Set([forCustomer, forCompany]).size).toBe(2);
  await receive(forCustomer, { from: email, text: "Olvidé algo" });
  expect(await readNewest(id)).toMatchObject({ kind: "customer", sender: "verified", text: "Olvidé algo" });
  await expect.poll(() => readReplyTo(company, "Olvidé algo")).toBe(forCompany);
});

test("waiting mails of a joined conversation lead to the conversation that it was joined to", async () => {
  const { id: into, email, forCustomer } = await write();
  const sendWaiting = async () => {
    await edge.database.asOwner("update outgoing_mails set next_attempt_at = now() where sent_at is null");
    await edge.fire();
  };
  await edge.mailbox.stop();
  try {
    const message = { name: "Ricardo", email, message: "Otra cosa", language: "es" };
    await edge.fetch("/api/contact", json(message));
    const attempted = "select from outgoing_mails where sent_at is null and attempts > 0";
    await expect.poll(() => edge.database.asOwner(attempted)).toHaveLength(2);
    const [{ id } = {}] = (await listMessages()).slice(1);
    expect((await call(`${id}/join`, json({ into }, admin))).status).toBe(201);
  } finally {
    await edge.mailbox.start();
  }
  await sendWaiting();
  const [notice] = (await edge.mailbox.listTo(company)).filter(({ text }) => text?.includes("Otra cosa"));
  expect(notice?.text).toContain(`/buzon?m=${into}`);
  await receive(await readReplyTo(company, "Otra cosa"), { from: administrator.email, text: "Claro" });
  expect(await readNewest(into)).toMatchObject({ kind: "answer", text: "Claro" });
  expect(await readReplyTo(email)).toBe(forCustomer);
});

const quoted =
  "Claro, el jueves.\r\n\r\nEl vie, 27 nov 2026 a las 11:35, Guaria (<web@guaria.example>) escribió:\r\n> Hola\r\n";

test("a proven administrator's reply to a notice is an answer, without the quotation", async () => {
  const { id, email, forCompany } = await write();
  expect(await receive(forCompany, { from: administrator.email, text: quoted })).toBe(204);
  expect(await readNewest(id)).toMatchObject({
    ...{ kind: "answer", text: "Claro, el jueves.", delivery: "waiting", author: { name: "admin" } },
  });
  await sendNow();
  const [mail] = await edge.mailbox.listTo(email);
  expect(mail?.text).toContain("Claro, el jueves.");
  expect((await readEntries(id)).state).toBe("waiting");
});

test.each(
  selectCases<[string, Inbound, string]>(
    [
      ["a mail without a verdict", { verdict: "none" }, "other"],
      ["a rejected mail", { verdict: "fail" }, "other"],
      ["another address", { from: "otra@guaria.example" }, "other"],
      ["an account without the role", { from: visitor.email }, "other"],
      ["a forwarded mail", { headers: "Subject: RV: Nuevo mensaje\r\n" }, "other"],
      ["an automatic mail", { headers: "Auto-Submitted: auto-replied\r\n" }, "automatic_reply"],
      ["a mail with a file", writeFiles([{ name: "plan.pdf", content: "%PDF" }]), "note"],
      ["a mail that only quotes", { text: "> Hola\r\n" }, "note"],
      ["a copy of the notice without marks", { text: `Lo llamo.\r\n\r\n${origin}/buzon?m=1` }, "note"],
      ["a text longer than an answer", { text: "palabra ".repeat(2_000) }, "note"],
    ],
    6,
  ),
)("%s to a notice is never sent to the customer", async (_, mail, kind) => {
  const { id, forCompany } = await write();
  await receive(forCompany, { from: administrator.email, ...mail });
  const newest = await readNewest(id);
  expect([newest?.sender, newest?.event, newest?.kind]).toContain(kind);
  expect(await edge.database.asOwner("select from outgoing_mails where kind = 'answer'")).toEqual([]);
});

test("a second administrator's reply is a note, and the conversation is unread", async () => {
  const { id, forCompany } = await write();
  await receive(forCompany, { from: administrator.email, text: "Primera" });
  await receive(forCompany, { from: administrator.email, text: "Segunda" });
  const { items } = await readEntries(id);
  expect(items.slice(1).map(({ kind, text }) => [kind, text])).toEqual([
    ["answer", "Primera"],
    ["note", "Segunda"],
  ]);
  const [row] = await edge.database.asOwner("select read, state from contact_submissions");
  expect(row).toEqual({ read: false, state: "waiting" });
});

test.each([
  ["failed", customer, ["bounced", "bounced", "unanswered"]],
  ["delayed", customer, ["sent", "automatic_reply", "waiting"]],
  ["failed", "otra@cliente.example", ["sent", "automatic_reply", "waiting"]],
])(
  "a report that a mail %s for %s changes the newest answer accordingly",
  async (action, recipient, result) => {
    const { id, address } = await answer();
    await receive(address, toReport(action, recipient));
    const { state, items } = await readEntries(id);
    expect([items[1]?.delivery, items.at(-1)?.event, state]).toEqual(result);
  },
);

test("no log contains the token of a reply address", async () => {
  const { id, address } = await answer();
  expect(await receive(address)).toBe(204);
  expect(await receive(address, { text: "--\n".repeat(20_000) })).toBe(204);
  expect(await readEntries(id)).toMatchObject({ state: "unanswered" });
  const [, token = ""] = /\+(\w+)@/.exec(address) ?? [];
  expect(edge.log()).toContain("mail_not_read");
  expect(edge.log()).not.toContain(token);
});

test("two sites that write to each other stop: the other's acknowledgement is an event, and is not answered", async () => {
  const { id, address } = await answer();
  await edge.fetch("/api/contact", json({ name: "Otro sitio", email: address, message: "Hola" }));
  await edge.fire();
  const listMails = () => edge.mailbox.listTo(address);
  await expect.poll(listMails).toHaveLength(1);
  const [{ headers = {}, text = "" } = {}] = (await listMails()) as {
    headers?: Record<string, string>;
    text?: string;
  }[];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  expect(await receive(address, { from: "web@guaria.example", headers: lines.join(""), text })).toBe(204);
  await edge.fire();
  expect(await listMails()).toHaveLength(1);
  expect(await readNewest(id)).toMatchObject({ kind: "event", event: "automatic_reply" });
  expect((await readEntries(id)).state).toBe("waiting");
});

test("a day without webhooks loses no mail, and repeats none", async () => {
  const { id, address } = await answer();
  await recordEarlier();
  const texts = Array.from({ length: 60 }, (_, index) => `Mensaje ${index}`);
  for (const text of texts) await sendToProvider(address, { text });
  const received = async () => (await readEntries(id)).items.slice(2).map(({ text }) => text);
  for (const count of [50, 60, 60]) {
    await edge.fire(0);
    expect(await received()).toHaveLength(count);
  }
  expect((await received()).sort()).toEqual(texts.sort());
});

test("a restored database gets the mails since its backup, but none of a person who was erased since", async () => {
  const environment = {
    ...{ ...edge.bindings, DATABASE_TIMEOUT_MS: 60_000 },
    ...{ ATTACHMENTS: await edge.openBucket(), SPOOL: await edge.openSpool() },
  };
  const later = Date.now() + 10 * dayMs;
  const search = (changes = {}) => receiveMissedMails({ ...environment, ...changes } as never, later);
  const { id, address } = await answer();
  await recordEarlier();
  await deliver(address, { text: "Antes" });
  expect(await search()).toBe(true);
  expect(await search()).toBe(false);
  await edge.database.asOwner("delete from conversation_entries where text = 'Antes'");
  await edge.database.asOwner("delete from received_mails where outcome = 'verified'");
  await edge.database.asOwner("delete from outgoing_mails");
  const erased = "socia@otra.example";
  await deliver(address, { from: erased, text: "Borrada" });
  await edge.database.asOwner(
    "insert into privacy_events (kind, asked_by, person, counts) values ('erased', 'operator', person_key($1), '{}')",
    [erased],
  );
  await deliver(address, { from: erased, text: "Escrito después" });
  const restored = { DATABASE_URL: `${edge.bindings.DATABASE_URL}?application_name=restored` };
  expect(await search(restored)).toBe(true);
  expect((await readEntries(id)).items.slice(2).map(({ text }) => text)).toEqual([
    "Antes",
    "Escrito después",
  ]);
  expect(await search(restored)).toBe(false);
  expect(
    await edge.database.asOwner("select outcome from received_mails where outcome = 'erased'"),
  ).toHaveLength(1);
});

test("Cloudflare Email Routing hands mails over, once, and tells senders why a mail is rejected", async () => {
  const { id, address } = await answer();
  const write = (to: string, verdict = "pass") =>
    `Received: by mx.cloudflare.net\r\nAuthentication-Results: mx.cloudflare.net; dmarc=${verdict} header.from=cliente.example\r\nFrom: ${customer}\r\nTo: ${to}\r\nMessage-ID: <mx@cliente.example>\r\n\r\nDesde Cloudflare`;
  const hand = (to: string) => edge.handMail(write(to), { from: customer, to });
  for (const _ of ["first", "repeated"]) expect((await hand(address)).status).toBe(200);
  const replies = (await readEntries(id)).items.slice(2);
  expect(replies).toMatchObject([{ text: "Desde Cloudflare", sender: "verified", from: customer }]);
  expect((await hand("hola@guaria.example")).text).toContain("no recibe correo");
  await edge.database.stop();
  try {
    expect(
      (await edge.handMail(write(address).replace("mx@", "away@"), { from: customer, to: address })).status,
    ).toBe(500);
  } finally {
    await edge.database.start();
  }
});

const unknownAddress = `reply+${"0".repeat(32)}@reply.guaria.example`;
const doubt = { code: "mail_without_conversation" };

test.each<[string, string, Inbound]>([
  ["an unknown token", unknownAddress, {}],
  ["no token", "hola@reply.guaria.example", {}],
  ["an automatic mail", unknownAddress, { headers: "Auto-Submitted: auto-replied\r\n" }],
])("puts a mail aside in spam, with its reason: %s", async (_reason, to, mail) => {
  expect(await receive(to, { from: "Luz <luz@nueva.example>", ...mail })).toBe(204);
  expect(await listMessages()).toEqual([
    expect.objectContaining({
      ...{ name: "Luz", email: "luz@nueva.example", message: "Sí, gracias", spam: true, doubts: [doubt] },
    }),
  ]);
  expect(await edge.database.asOwner("select kind from outgoing_mails")).toEqual([]);
});

test("puts a mail to a revoked address aside, and one whose conversation was deleted", async () => {
  const { id, address } = await answer();
  await edge.database.asOwner("update reply_addresses set revoked_at = now()");
  await receive(address, { text: "Uno", from: "otra@nueva.example" });
  await call(id, { method: "DELETE", headers: admin });
  await receive(address, { text: "Dos", from: "otra@nueva.example" });
  expect((await listMessages()).map(({ message, spam }) => [message, spam])).toEqual([
    ["Uno", true],
    ["Dos", true],
  ]);
});

test("a verified mail of a customer without a conversation is an unread message, with a notice and no acknowledgement", async () => {
  await answer();
  await edge.database.asOwner("delete from outgoing_mails");
  await receive(unknownAddress, { headers: "Subject: Otra cosa\r\n" });
  await receive(unknownAddress, { verdict: "none", text: "Sin prueba" });
  const [, knownMessage, unprovenMessage] = await listMessages();
  expect(knownMessage).toMatchObject({
    message: "Otra cosa\n\nSí, gracias",
    spam: false,
    read: false,
    doubts: [],
  });
  expect(unprovenMessage).toMatchObject({ spam: true, doubts: [doubt] });
  expect(await edge.database.asOwner("select kind from outgoing_mails")).toEqual([
    { kind: "contact_notice" },
  ]);
});

test("a mail that an administrator moves out of spam is an ordinary conversation", async () => {
  await receive(unknownAddress, { from: "luz@nueva.example" });
  const [{ id } = {}] = await listMessages();
  expect((await call(String(id), { ...json({ spam: false }, admin), method: "PATCH" })).status).toBe(200);
  const key = { ...admin, "Idempotency-Key": randomUUID() };
  expect((await call(`${id}/answers`, json({ text: "Hola", revision: 1 }, key))).status).toBe(201);
  expect(await edge.database.asOwner("select from known_senders")).toEqual([]);
});

test("stores a mail of a sender without a valid address under a name that shows it", async () => {
  await receive(unknownAddress, { from: "ana@" });
  await receive(unknownAddress, { from: "" });
  expect((await listMessages()).map(({ name, email }) => [name, email])).toEqual([
    ["ana@", "unknown@sender.invalid"],
    ["unknown@sender.invalid", "unknown@sender.invalid"],
  ]);
});

test("stores fifty mails without a conversation a day, counts the others, and raises one alert", async () => {
  await edge.database.asOwner(
    "insert into received_mails (provider_id, outcome) select 'flood ' || n, 'put_aside' from generate_series(1, 49) n",
  );
  for (const text of ["50", "51", "52"]) expect(await receive(unknownAddress, { text })).toBe(204);
  expect(await listMessages()).toHaveLength(1);
  expect(
    await edge.database.asOwner("select count(*)::int as n from received_mails where outcome = 'limited'"),
  ).toEqual([{ n: 2 }]);
  const alerts = await edge.database.asOwner("select kind, subject, occurrences from mail_alerts");
  expect(alerts).toEqual([{ kind: "mails_limited", subject: "50", occurrences: 2 }]);
  expect(await edge.database.asOwner("select kind from outgoing_mails")).toEqual([
    { kind: "delivery_alert" },
  ]);
});

test("a mail beyond the limit is stored by a later delivery once there is room, and once only", async () => {
  await recordEarlier();
  await edge.database.asOwner(
    "insert into received_mails (provider_id, outcome) select 'flood ' || n, 'put_aside' from generate_series(1, 50) n",
  );
  const from = "luz@nueva.example";
  const reported = await deliver(unknownAddress, { from, text: "Por Resend" });
  expect(await report(reported)).toBe(204);
  const raw = `From: ${from}\r\nTo: ${unknownAddress}\r\nMessage-ID: <limit@nueva.example>\r\n\r\nPor Cloudflare`;
  const hand = () => edge.handMail(raw, { from, to: unknownAddress });
  for (const _ of ["first", "again"]) expect((await hand()).text).toContain("demasiados correos");
  await edge.fire(0);
  expect(await listMessages()).toEqual([]);
  expect(await edge.database.asOwner("select occurrences from mail_alerts")).toEqual([{ occurrences: 2 }]);
  await edge.database.asOwner(
    "update received_mails set received_at = now() - interval '2 days' where outcome = 'put_aside'",
  );
  for (const _ of ["stored", "repeated"]) {
    await edge.fire(0);
    expect((await hand()).text).not.toContain("demasiados");
  }
  expect((await listMessages()).map(({ message }) => message).sort()).toEqual([
    "Por Cloudflare",
    "Por Resend",
  ]);
});

test("a mail for another domain of the provider's account leaves no trace, whichever way it is found", async () => {
  await recordEarlier();
  expect(await receive("ventas@otro.example", { from: "luz@nueva.example" })).toBe(204);
  await deliver("reply+1@reply.guaria.example.otro.example");
  const mailId = await deliver("ventas@otro.example,hola@REPLY.guaria.example", { text: "Para ambos" });
  await edge.fire(0);
  expect((await listMessages()).map(({ message }) => message)).toEqual(["Para ambos"]);
  const recorded = "select provider_id from received_mails where outcome <> 'repeated'";
  expect(await edge.database.asOwner(recorded)).toEqual([{ provider_id: mailId }]);
});

const nested = Array.from(
  { length: 300 },
  (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
).join("");

test("an unreadable mail is an entry that says so, with the whole mail as a file", async () => {
  const { id, address } = await answer();
  await receive(address, { headers: nested, from: `Ricardo <${customer}>` });
  const entry = await readNewest(id);
  expect(entry).toMatchObject({ kind: "customer", sender: "unverified", from: customer });
  expect(entry?.text).toContain("No pudimos leer este correo");
  expect(entry?.attachments).toMatchObject([{ name: "correo.eml", type: "message/rfc822" }]);
  expect(await readText(entry?.attachments[0]?.id)).toContain("Sí, gracias");
  await receive(unknownAddress, { headers: nested });
  expect((await listMessages()).at(-1)).toMatchObject({ spam: true, email: customer });
});

test("a text of 300,000 characters is whole in a file, and so is one beyond the limit of a message", async () => {
  const { id, address } = await answer();
  const text = "áé 12345\n".repeat(34_000).trim();
  await receive(address, { text, headers: "Content-Type: text/plain; charset=utf-8\r\n" });
  const entry = await readNewest(id);
  expect(entry?.text).toMatch(/^áé 12345\n[\s\S]*\[El texto completo está en el archivo texto.txt.\]$/);
  expect(await readText(entry?.attachments[0]?.id)).toBe(text);
  const long = "palabra ".repeat(1_000).trim();
  await receive(unknownAddress, { text: long, from: "luz@nueva.example" });
  const message = (await listMessages()).at(-1);
  const [first] = (await readEntries(String(message?.id))).items;
  expect(await readText(first?.attachments[0]?.id)).toBe(long);
});

test.each([
  ["an empty text", "", "[Este correo no tiene texto.]"],
  ["a NUL", "a\0b", "a\ufffdb"],
])("stores a mail with %s", async (_, text, stored) => {
  const { id, address } = await answer();
  expect(await receive(address, { text })).toBe(204);
  expect(await readNewest(id)).toMatchObject({ text: stored });
});

test("another mail with the same Message-ID is stored, and replaces no stored file", async () => {
  const { id, address } = await answer();
  const messageId = `<${randomUUID()}@cliente.example>`;
  await receive(address, { ...writeFiles([{ name: "factura.txt", content: "La mía" }]), messageId });
  const forged = writeFiles([{ name: "factura.txt", content: "Otra" }]);
  await receive(address, { ...forged, from: "otro@ajeno.example", messageId });
  const entries = (await readEntries(id)).items.slice(2);
  expect(entries.map(({ sender }) => sender)).toEqual(["verified", "other"]);
  const files = entries.map(({ attachments }) => readText(attachments[0]?.id));
  expect(await Promise.all(files)).toEqual(["La mía", "Otra"]);
});

test("two mails with the same Message-ID both stand, and each is stored once however it comes", async () => {
  const { id, address } = await answer();
  const write = (content: string, servers: string) =>
    `${servers}From: ${customer}\r\nTo: ${address}\r\nMessage-ID:\r\n <same@cliente.example>\r\n${content}`;
  const servers = [
    "Received: by one.example\r\nAuthentication-Results: one.example; dmarc=pass\r\n",
    "Received: by two.example;\r\n Sat, 28 Nov 2026\r\nARC-Seal: i=1; a=rsa-sha256\r\n",
  ];
  for (const content of ["\r\nSí", "\r\nNo", `${nested}\r\nNo se lee`, `${nested}\r\nTampoco`])
    for (const server of servers)
      expect((await edge.handMail(write(content, server), { from: customer, to: address })).status).toBe(200);
  const texts = (await readEntries(id)).items.slice(2).map(({ text }) => text.slice(0, 11));
  expect(texts).toEqual(["Sí", "No", "[No pudimos", "[No pudimos"]);
});

test("files have their names, and types by their content", async () => {
  const { id, address } = await answer();
  const files = [
    { name: "cámara «1».png", content: Buffer.from("\x89PNG\r\n\x1a\n0", "latin1"), type: "text/html" },
    { name: "../../1\u202etxt.exe", content: "MZ", type: "image/png" },
    { name: "niño.html", content: "<script>alert(1)</script>", type: "text/html" },
    { name: "dibujo.svg", content: "<svg onload='x()'/>", type: "image/svg+xml" },
    { name: "plan.docx", content: "PK\x03\x04abc" },
    { name: "", content: "%PDF-1.7", type: "application/pdf" },
  ];
  await receive(address, writeFiles(files));
  const entry = await readNewest(id);
  expect(entry?.text).toBe("Van las fotos");
  expect(entry?.attachments.map(({ name, type, size }) => [name, type, size])).toEqual([
    ["cámara «1».png", "image/png", 9],
    ["1txt.exe", "application/octet-stream", 2],
    ["niño.html", "application/octet-stream", 25],
    ["dibujo.svg", "application/octet-stream", 19],
    ["plan.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", 7],
    ["adjunto-6.pdf", "application/pdf", 8],
  ]);
  const answered = await download(entry?.attachments[2]?.id ?? "");
  expect(await answered.text()).toBe("<script>alert(1)</script>");
  expect(Object.fromEntries(answered.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-disposition": `attachment; filename="ni_o.html"; filename*=UTF-8''ni%C3%B1o.html`,
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cache-control": "private, no-store",
  });
});

test("only administrators get a file", async () => {
  const { id, address } = await answer();
  expect(await receive(address, writeFiles([{ name: "a.txt", content: "a" }]))).toBe(204);
  const fileId = (await readNewest(id))?.attachments[0]?.id ?? "";
  expect((await download(fileId, {})).status).toBe(401);
  expect((await download(fileId, bearer(await edge.signIn(visitor)))).status).toBe(403);
  expect((await download(randomUUID())).status).toBe(404);
  expect((await download(fileId)).status).toBe(200);
});

test("files beyond twenty or ten megabytes are named, and are in the whole mail", async () => {
  const { id, address } = await answer();
  const large = { name: "video.mp4", content: Buffer.alloc(10_000_001, 1) };
  const small = Array.from({ length: 22 }, (_, index) => ({ name: `${index}.txt`, content: "a" }));
  await receive(address, writeFiles([large, ...small]));
  const entry = await readNewest(id);
  expect(entry?.text).toBe(
    "Van las fotos\n\n[Estos archivos están en correo.eml: video.mp4, 20.txt, 21.txt]",
  );
  expect(entry?.attachments.map(({ name }) => name)).toEqual([
    ...small.slice(0, 20).map(({ name }) => name),
    "correo.eml",
  ]);
});

nightlyTest("a mail that is too large to read is a file", async () => {
  const { id, address } = await answer();
  await receive(address, { text: "línea de texto\r\n".repeat(1_600_000) });
  const entry = await readNewest(id);
  expect(entry).toMatchObject({ sender: "unverified", attachments: [{ name: "correo.eml" }] });
  expect(entry?.text).toContain("demasiado grande");
  expect((await readText(entry?.attachments[0]?.id)).length).toBeGreaterThan(25_000_000);
});

test("files of a deleted conversation are deleted, and files without a message after a week", async () => {
  const bucket = await edge.openBucket();
  const environment = { ...edge.bindings, DATABASE_TIMEOUT_MS: 60_000, ATTACHMENTS: bucket } as never;
  for (const key of await edge.listFiles()) await bucket.delete(key);
  const { id, address } = await answer();
  await receive(address, writeFiles([{ name: "a.txt", content: "a" }]));
  const [file = ""] = await edge.listFiles();
  // A run examines the files of one first digit, which its hour decides.
  const unknownFile = `${file.charAt(0)}0000000-0000-4000-8000-000000000000`;
  await bucket.put(unknownFile, "b");
  const hour = Number.parseInt(file.charAt(0), 16) * hourMs;
  const startOfDigits = Math.floor(Date.now() / (16 * hourMs)) * 16 * hourMs;
  await removeFiles(environment, startOfDigits + hour);
  expect(await edge.listFiles()).toEqual([unknownFile, file].sort());
  await removeFiles(environment, startOfDigits + 32 * 24 * hourMs + hour);
  expect(await edge.listFiles()).toEqual([file]);
  await call(id, { method: "DELETE", headers: admin });
  await removeFiles(environment, Date.now());
  expect(await edge.listFiles()).toEqual([]);
  expect(await edge.database.asOwner("select from removed_attachments")).toEqual([]);
});

test.each(
  selectCases<[string, () => Promise<unknown>, () => Promise<unknown>]>(
    [
      ["the bucket", () => edge.redeploy({}, "there", "away"), () => edge.redeploy({})],
      ["the database", () => edge.database.stop(), () => edge.database.start()],
      [
        "the mail provider",
        () => edge.redeploy({ MAIL_API_URL: "http://localhost:9/emails" }),
        () => edge.redeploy({}),
      ],
    ],
    2,
  ),
)("a mail that arrives while %s is away is reported again, and stands once", async (_, stop, start) => {
  const { id, address } = await answer();
  const mailId = await deliver(address, writeFiles([{ name: "a.txt", content: "a" }]));
  await stop();
  try {
    expect(await report(mailId)).toBeGreaterThanOrEqual(500);
  } finally {
    await start();
  }
  expect(await report(mailId)).toBe(204);
  expect(await report(mailId)).toBe(204);
  const replies = (await readEntries(id)).items.slice(2);
  expect(replies.map(({ attachments }) => attachments.map(({ name }) => name))).toEqual([["a.txt"]]);
});

test("the forms of the local mailbox answer as the customer, as somebody else, with a file, and automatically", async () => {
  const { id } = await answer();
  const [mail] = await edge.mailbox.listTo(customer);
  const page = await (await fetch(`${mailboxUrl()}/?message=${mail?.id}`)).text();
  const send = async (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    await fetch(`${mailboxUrl()}/messages/${mail?.id}/reply`, { method: "POST", body: form });
    const list = (await (await fetch(`${mailboxUrl()}/emails/receiving`)).json()) as {
      data: { id: string }[];
    };
    expect(await report(list.data[0]?.id ?? "")).toBe(204);
    return readNewest(id);
  };
  expect(page).toContain(`action="/messages/${mail?.id}/reply"`);
  expect(await send({ text: "Sí" })).toMatchObject({
    sender: "verified",
    text: expect.stringMatching(/^Sí\n\nOn /),
  });
  const forged = { text: "No", from: customer, verdict: "fail" };
  expect(await send(forged)).toMatchObject({ sender: "other", from: customer });
  expect(await send({ text: "Sí", from: "eva@ajena.example" })).toMatchObject({
    sender: "other",
    from: "eva@ajena.example",
  });
  const file = new File(["hola"], "foto.txt", { type: "text/plain" });
  expect(await send({ text: "Va la foto", attachment: file })).toMatchObject({ sender: "verified" });
  expect(await send({ text: "De vacaciones", automatic: "" })).toMatchObject({ event: "automatic_reply" });
});

test("an admitted sender takes part from then on, and a mail that became its own conversation is not stored again", async () => {
  const { id, address } = await answer();
  const from = "socia@otra.example";
  const messageId = `<${randomUUID()}@otra.example>`;
  await receive(address, { from, messageId });
  const post = (path: string, body: object = {}) => call(`${id}/entries/${path}`, json(body, admin));
  const other = await readNewest(id);
  expect((await post(`${other?.id}/admit`)).status).toBe(201);
  await receive(address, { from, text: "Soy su socia" });
  expect(await readNewest(id)).toMatchObject({ sender: "verified", from });
  // An answer quotes the customer's own words only.
  const { revision } = await readEntries(id);
  const key = { ...admin, "Idempotency-Key": randomUUID() };
  expect((await call(`${id}/answers`, json({ text: "Para ambos", revision }, key))).status).toBe(201);
  const [mail] = await edge.database.asOwner(
    "select payload from outgoing_mails where payload ->> 'text' = 'Para ambos'",
  );
  expect(JSON.stringify(mail)).not.toContain("Soy su socia");
  await receive(address, { from, verdict: "fail" });
  expect(await readNewest(id)).toMatchObject({ sender: "other", from });
  expect((await post(`${other?.id}/move`, { to: null })).status).toBe(201);
  const { items } = await readEntries(id);
  await receive(address, { from, messageId });
  expect((await readEntries(id)).items).toEqual(items);
});
