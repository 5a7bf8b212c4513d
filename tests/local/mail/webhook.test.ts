import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LocalMail, startMailbox } from "#local/mail/server.ts";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import { mailSecret as secret } from "../../support/mail-hook.ts";
import { createTestFolder } from "../../support/test-folder.ts";

const mail = {
  from: "Guaria <web@guaria.example>",
  subject: "Hola",
  text: "Hola",
  tags: [{ name: "mail", value: "a-1" }],
};
type MailEvent = { type: string; data: { to: string[]; tags: Record<string, string>; email_id: string } };

const events: MailEvent[] = [];
const directory = createTestFolder();
let hook: Awaited<ReturnType<typeof listenOnLoopback>>;
let mailbox: LocalMail;
beforeAll(async () => {
  hook = await listenOnLoopback(0, async (request, response) => {
    events.push(new Webhook(secret).verify(await text(request), toSvixHeaders(request.headers)) as MailEvent);
    response.writeHead(204).end();
  });
  mailbox = await startMailbox({
    port: 0,
    directory,
    webhook: { url: `http://localhost:${hook.port}/`, secret },
  });
});
afterAll(async () => {
  await mailbox.close();
  await hook.close();
});
beforeEach(() => events.splice(0));

const toSvixHeaders = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    ["id", "timestamp", "signature"].map((name) => [`webhook-${name}`, String(headers[`svix-${name}`])]),
  );

async function send(to: string, key?: string): Promise<string> {
  const answer = await fetch(`${mailbox.origin}/emails`, {
    method: "POST",
    headers: { Authorization: "Bearer key", ...(key && { "Idempotency-Key": key }) },
    body: JSON.stringify({ ...mail, to }),
  });
  return (await answer.json()).id;
}

test.each([
  ["ana@cliente.example", "email.delivered"],
  ["bounced@resend.dev", "email.bounced"],
  ["Ana <complained+taller@resend.dev>", "email.complained"],
  ["suppressed@resend.dev", "email.suppressed"],
])("a mail to %s is reported as %s, signed, with its tags", async (to, type) => {
  const id = await send(to);
  await expect
    .poll(() => events)
    .toMatchObject([{ type, data: { email_id: id, to: [to], tags: { mail: "a-1" } } }]);
});

test("a mail that is sent twice under one key is reported once", async () => {
  await send("una@cliente.example", "key");
  await send("una@cliente.example", "key");
  await send("otra@cliente.example");
  await expect
    .poll(() => events.map(({ data }) => data.to[0]).toSorted())
    .toEqual(["otra@cliente.example", "una@cliente.example"]);
});
