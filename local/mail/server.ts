import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { listenOnLoopback } from "#local/processes/loopback.ts";
import type { WebhookOptions } from "#local/processes/webhook.ts";
import { type Mailbox, openMailbox, type ReceivedMail } from "./mailbox.ts";
import { renderPage } from "./page.ts";
import { MailError, readMail } from "./provider.ts";
import { openMailWebhook } from "./webhook.ts";

export type LocalMail = Awaited<ReturnType<typeof startMailbox>>;

interface MailAnswer {
  status: number;
  type: string;
  body: string;
  policy: string;
}

const style = readFileSync(new URL("page.css", import.meta.url), "utf8");
const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; frame-ancestors 'none'";
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
  const storedMails = await openMailbox(options.directory);
  const webhook = options.webhook && openMailWebhook(options.webhook);
  const mailbox: Mailbox = {
    ...storedMails,
    async store(mail, key) {
      const result = await storedMails.store(mail, key);
      if (result.isNew) webhook?.report(result.message);
      return result;
    },
  };
  const listener = await listenOnLoopback(options.port, (request, response, { url }) =>
    answerRequest(mailbox, request, response, url),
  );
  return {
    port: listener.port,
    /** The page. The provider's API is at `/emails`, and the mails as JSON at `/messages`. */
    origin: `http://localhost:${listener.port}`,
    async close(): Promise<void> {
      await listener.close();
      await webhook?.close();
    },
  };
}

/** Answers a request to the stand-in for Resend. An error gets the JSON body of Resend's API. */
async function answerRequest(
  mailbox: Mailbox,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  try {
    send(response, await route(mailbox, request, url));
  } catch (error) {
    const { statusCode, name, message } =
      error instanceof MailError ? error : new MailError(500, "application_error", (error as Error).message);
    send(response, json({ statusCode, name, message }, statusCode));
  }
}

/** Routes a request to the stand-in for Resend's API or to the page of the local mailbox. @throws MailError */
async function route(mailbox: Mailbox, request: IncomingMessage, url: URL): Promise<MailAnswer> {
  switch (`${request.method} ${url.pathname}`) {
    case "POST /emails":
      return json({ id: (await storeMail(mailbox, request)).message.id });
    case "GET /messages":
      return json(mailbox.messages());
    case "GET /health":
      return json({ status: "ok" });
    case "GET /page.css":
      return { status: 200, type: "text/css; charset=utf-8", body: style, policy: pagePolicy };
    case "GET /":
      return html(renderPage(mailbox.messages(), url.searchParams.get("message")), pagePolicy);
    default:
      // Links of the mail open in a new tab instead of its frame.
      return html(
        `<!doctype html><base target="_blank">${findHtml(mailbox, request.method, url.pathname)}`,
        mailPolicy,
      );
  }
}

/** Accepts a mail as the provider does: with any API key, and once for each idempotency key. */
async function storeMail(mailbox: Mailbox, request: IncomingMessage): ReturnType<Mailbox["store"]> {
  if (!/^Bearer \S+$/.test(request.headers.authorization ?? "")) {
    throw new MailError(401, "missing_api_key", "Missing API key in the authorization header.");
  }
  const body = await readText(request);
  const key = request.headers["idempotency-key"];
  return mailbox.store(readMail(body), typeof key === "string" ? key : undefined);
}

/** Returns the HTML part of the mail at an address, for its frame on the mailbox page. @throws MailError 404 */
function findHtml(mailbox: Mailbox, method: string | undefined, pathname: string): string {
  const id = method === "GET" ? /^\/messages\/([^/]+)\/html$/.exec(pathname)?.[1] : undefined;
  const message: ReceivedMail | undefined = mailbox.messages().find((candidate) => candidate.id === id);
  if (!message?.html) throw new MailError(404, "not_found", "There is nothing at this address.");
  return message.html;
}

function json(body: unknown, status = 200): MailAnswer {
  return { status, type: "application/json", body: JSON.stringify(body), policy: pagePolicy };
}

function html(body: string, policy: string): MailAnswer {
  return { status: 200, type: "text/html; charset=utf-8", body, policy };
}

function send(response: ServerResponse, { status, type, body, policy }: MailAnswer): void {
  response
    .writeHead(status, {
      "Content-Type": type,
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    })
    .end(body);
}
