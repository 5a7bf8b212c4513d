import { readFileSync } from "node:fs";
import { type Context, Hono } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { serveApp } from "#local/processes/serve-app.ts";
import type { WebhookOptions } from "#local/processes/webhook.ts";
import { openInbound, readReply, readReplyForm, readVerdict, writeReply } from "./inbound.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { renderPage } from "./page.ts";
import { MailError, readMail } from "./provider.ts";
import { openMailWebhook } from "./webhook.ts";

export type LocalMail = Awaited<ReturnType<typeof startMailbox>>;

const style = readFileSync(new URL("page.css", import.meta.url), "utf8");
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; form-action 'self'; frame-ancestors 'none'";
// Links in a mail may open a tab; its scripts, forms and frames are disabled.
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src * data:";

/**
 * Starts the stand-in for the mail provider. It accepts mails over the provider's HTTP API, stores them in `directory`
 * and shows them on this machine. It reports the outcome of each mail to `webhook`, if any. Port 0 takes any free port.
 * @throws Error with one sentence if the port is in use
 */
export async function startMailbox(options: {
  port: number;
  directory: string;
  webhook?: WebhookOptions | undefined;
}) {
  const mailbox = await openMailbox(options.directory);
  const webhook = options.webhook && openMailWebhook(options.webhook);
  const { port, close } = await serveApp(options.port, createApp(mailbox, webhook));
  return {
    port,
    /** The page. The provider's API is at `/emails`, and the mails as JSON at `/messages`. */
    origin: `http://localhost:${port}`,
    /** Returns the mails, newest first. */
    messages: mailbox.messages,
    async close(): Promise<void> {
      await close();
      await webhook?.close();
    },
  };
}

/** Creates the stand-in for Resend's API, and the page of the local mailbox. */
function createApp({ store, messages }: Mailbox, webhook?: ReturnType<typeof openMailWebhook>): Hono {
  const app = new Hono();
  const inbound = openInbound();
  const receive = (...received: Parameters<typeof inbound.add>) => {
    const mail = inbound.add(...received);
    webhook?.reportReceived(mail);
  };
  app.use((context, next) => {
    context.header("Content-Security-Policy", pagePolicy);
    context.header("Cache-Control", "no-store");
    context.header("X-Content-Type-Options", "nosniff");
    return next();
  });
  // Accepts a mail as the provider does: with any API key, and once for each idempotency key.
  app.post("/emails", async ({ req: request, json }) => {
    if (!/^Bearer \S+$/.test(request.header("authorization") ?? ""))
      throw new MailError(401, "missing_api_key", "Missing API key in the authorization header.");
    const { message, isNew } = await store(readMail(await request.text()), request.header("idempotency-key"));
    if (isNew) webhook?.report(message);
    return json({ id: message.id });
  });
  app.get("/messages", ({ json }) => json(messages()));
  app.get("/messages/:id/html", (context) => {
    const message = messages().find(({ id }) => id === context.req.param("id"));
    if (!message?.html) return context.notFound();
    context.header("Content-Security-Policy", mailPolicy);
    // Links of the mail open in a new tab instead of its frame.
    return context.html(`<!doctype html><base target="_blank">${message.html}`);
  });
  // Received mails, as Resend hands them over.
  app.get("/emails/receiving", ({ req: request, json }) =>
    json(inbound.listPage(Number(request.query("limit") ?? 20), request.query("after"))),
  );
  app.get("/emails/receiving/:id", ({ req: request, json }) => {
    const mail = inbound.find(request.param("id"));
    if (!mail) throw new MailError(404, "not_found", "Email not found");
    const download_url = new URL(`/inbound/${mail.id}`, request.url).href;
    const { raw, ...description } = mail;
    return json({ object: "email", ...description, raw: { download_url } });
  });
  app.get("/inbound/:id", (context) => {
    const mail = inbound.find(context.req.param("id"));
    if (!mail) return context.notFound();
    const bytes = Buffer.from(mail.raw, "latin1");
    return context.body(bytes, 200, {
      "Content-Type": "message/rfc822",
      "Content-Length": String(bytes.length),
    });
  });
  // A customer's mail program sends these.
  app.post("/inbound", async ({ req: request, json }) => {
    const [from = "", to = ""] = [request.query("from"), request.query("to")];
    const raw = Buffer.from(await request.arrayBuffer()).toString("latin1");
    receive(raw, { from, to, verdict: readVerdict(request.query("verdict")) });
    return json({}, 202);
  });
  app.post("/messages/:id/reply", async ({ req: request, json, redirect }) => {
    const message = messages().find(({ id }) => id === request.param("id"));
    if (!message) throw new MailError(404, "not_found", "Email not found");
    const isForm = request.header("content-type")?.startsWith("multipart/form-data");
    const reply = isForm
      ? await readReplyForm(await request.formData(), message)
      : readReply(await request.text());
    const from = reply.from ?? message.to[0] ?? "";
    const to = message.reply_to[0] ?? message.from;
    // A mail is bytes, one a character, whatever their encoding.
    const raw = Buffer.from(writeReply(message, reply)).toString("latin1");
    receive(raw, { from, to, verdict: reply.verdict });
    return isForm ? redirect(`/?message=${message.id}&replied`, 303) : json({}, 202);
  });
  app.get("/health", ({ json }) => json({ status: "ok" }));
  app.get("/page.css", ({ body }) => body(style, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get("/", ({ req: request, html }) =>
    html(renderPage(messages(), request.query("message") ?? null, request.query("replied") !== undefined)),
  );
  app.notFound((context) =>
    answerError(new MailError(404, "not_found", "There is nothing at this address."), context),
  );
  app.onError(answerError);
  return app;
}

/** Answers with an error in the JSON body of Resend's API. */
function answerError(error: Error, { json }: Context): Response {
  const { statusCode, name, message } =
    error instanceof MailError ? error : new MailError(500, "application_error", error.message);
  return json({ statusCode, name, message }, statusCode as ContentfulStatusCode);
}
