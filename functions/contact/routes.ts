import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { linkInput } from "#functions/contract/contact.schema.ts";
import { isMacToken } from "#functions/kernel/crypto/links.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { eraseLinkedMessage, getLinkedMessage } from "./own-message.ts";
import { contactForm } from "./route.ts";

// The sender's own link returns the reference and the retention of a message, and erases it permanently. It never
// returns text, because a mistyped address sends the link to another person. The token is in the body, so no address
// and no log contains it, and opening a link changes nothing.
// Access: anyone with a token. Problems: malformed_request, unsupported_media_type, body_too_large, invalid_fields,
// not_found for an unknown token, message_gone, too_many_requests, database_unavailable.

const checkCallLimit = createCallLimit({ burst: 60, perSecond: 1 });

/**
 * Returns the token of the body.
 * @throws Problem not_found for a text that cannot be a token, without a database call
 */
function readToken(c: Context<AppEnv, string, { out: { json: { token: string } } }>): string {
  const { token } = c.req.valid("json");
  if (!isMacToken(token)) throw new Problem("not_found");
  return token;
}

const limitCalls = createMiddleware<AppEnv>(async (c, next) => {
  checkCallLimit(c);
  await next();
});

const ownMessage = new Hono<AppEnv>()
  .post("/", limitCalls, jsonBody(linkInput), async (c) =>
    c.json(await getLinkedMessage(c.var.database, readToken(c))),
  )
  .post("/erase", limitCalls, jsonBody(linkInput), async (c) => {
    await eraseLinkedMessage(c.var.database, readToken(c));
    c.executionCtx.waitUntil(sendDueMails(c.var.environment));
    return c.body(null, 204);
  });

/** The routes of the contact form and of the sender's own link. */
export const contact = new Hono<AppEnv>().route("/contact", contactForm).route("/contact/own", ownMessage);
