import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { ConversationEntries, Entry } from "#functions/contract/conversation.schema.ts";
import { toInsert } from "../support/database.ts";
import { startEdge } from "../support/edge.ts";
import { createMailHook, mailSecret } from "../support/mail-hook.ts";
import { bearer, json } from "../support/requests.ts";
import { startForSuite } from "../support/suite.ts";

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
beforeEach(() => edge.forgetMessages());

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
  const key = { ...admin, "Idempotency-Key": randomUUID() };
  expect((await call(`${id}/answers`, json({ text: "El plan", revision: 1 }, key))).status).toBe(201);
  await edge.database.asOwner("update outgoing_mails set next_attempt_at = now() where kind = 'answer'");
  await edge.fire();
  const [mail] = await edge.mailbox.listTo(customer);
  const [address = ""] = (mail?.reply_to ?? []) as string[];
  return { id, address };
}

const mailboxUrl = () => `http://localhost:${edge.mailbox.port}`;
type Inbound = { from?: string; verdict?: string; headers?: string; text?: string; messageId?: string };

/** Lets the provider receive a mail, and reports it to the site. Returns the status of the report. */
async function receive(
  to: string,
  { from = customer, verdict = "pass", headers = "", text = "Sí, gracias", messageId }: Inbound = {},
) {
  const raw = `From: ${from}\r\nTo: ${to}\r\nMessage-ID: ${messageId ?? `<${randomUUID()}@cliente.example>`}\r\n${headers}\r\n${text}`;
  const query = new URLSearchParams({ from, to, verdict });
  await fetch(`${mailboxUrl()}/inbound?${query}`, { method: "POST", body: raw });
  const { data } = (await (await fetch(`${mailboxUrl()}/emails/receiving`)).json()) as {
    data: { id: string }[];
  };
  return report(data[0]?.id ?? "");
}
async function report(id: string) {
  const response = await edge.fetch("/api/hooks/mail", createMailHook("email.received", { email_id: id }));
  return response.status;
}
const readNewest = async (id: string): Promise<Entry | undefined> => (await readEntries(id)).items.at(-1);

test("an answer invites replies to an address of its conversation", async () => {
  expect((await answer()).address).toMatch(/^reply\+[\da-f]{32}@reply\.guaria\.example$/);
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

test("a mail server may change the case of the address", async () => {
  const { id, address } = await answer();
  await receive(address.toUpperCase());
  expect(await readNewest(id)).toMatchObject({ sender: "verified" });
});

test.each([
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

test("automatic mails are events, reopen nothing, and end after ten a day", async () => {
  const { id, address } = await answer();
  for (let count = 0; count < 12; count += 1)
    await receive(address, { headers: "Auto-Submitted: auto-replied\r\n" });
  const { state, items } = await readEntries(id);
  expect(state).toBe("waiting");
  expect(items.filter(({ event }) => event === "automatic_reply")).toHaveLength(10);
});

test("an address that no conversation has is accepted and stores nothing", async () => {
  await answer();
  expect(await receive(`reply+${"0".repeat(32)}@reply.guaria.example`)).toBe(204);
  expect(await receive("hola@reply.guaria.example")).toBe(204);
});
