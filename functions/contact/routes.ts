import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import type { OwnMessage } from "#functions/contract/answers.schema.ts";
import { linkInput } from "#functions/contract/contact.schema.ts";
import { toReference } from "#functions/contract/reference.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { columnParser, firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { jsonBody } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireLinkToken } from "#functions/kernel/http/link-token.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { sendDueMails } from "#functions/mail/index.ts";
import { contactForm } from "./route.ts";

const toLinked = rowParser(
  v.object({ id: v.nullable(v.string()), created_at: v.nullable(instant), kept_until: v.nullable(instant) }),
);

/**
 * Returns the reference, the arrival and the retention of a message, by the token of its own-message link.
 * @throws Refusal missing for an unknown token, gone for a deleted message
 */
async function getLinkedMessage(database: Database, token: string): Promise<OwnMessage> {
  const { linked } = await database.run(null, {
    linked: sql`select id, created_at, kept_until from linked_message(decode(${await sha256(token)}, 'hex'))`,
  });
  const linkedMessage = firstRow(linked, toLinked);
  if (!linkedMessage) throw new Refusal("missing");
  const { id, created_at, kept_until } = linkedMessage;
  if (!id || !created_at || !kept_until) throw new Refusal("gone");
  return { reference: toReference(id), created_at, kept_until };
}

const toOutcome = columnParser("outcome", v.picklist(["erased", "gone", "unknown"]));

/**
 * Erases the message of an own-message link permanently. Queues a mail to the sender, and one to the company if its
 * notice of the message may have been sent.
 * @throws Refusal missing for an unknown token, gone for a deleted message
 */
async function eraseLinkedMessage(database: Database, token: string): Promise<void> {
  const { erased } = await database.run(null, {
    erased: sql`select erase_linked_message(decode(${await sha256(token)}, 'hex')) as outcome`,
  });
  const outcome = toOutcome(erased[0]);
  if (outcome !== "erased") throw new Refusal(outcome === "gone" ? "gone" : "missing");
}

// The own-message link returns the reference and the retention of a message, and erases it permanently. It never
// returns text, because a mistyped address sends the link to another person. The token is in the body, so no address
// and no log contains it, and opening a link changes nothing.

const checkCallLimit = createCallLimit({ burst: 60, perSecond: 1 });

const limitCalls = createMiddleware<AppEnv>(async (c, next) => {
  checkCallLimit(c);
  await next();
});

const ownMessage = new Hono<AppEnv>()
  .post("/", limitCalls, jsonBody(linkInput), async (c) =>
    c.json(await getLinkedMessage(c.var.database, requireLinkToken(c.req.valid("json").token))),
  )
  .post("/erase", limitCalls, jsonBody(linkInput), async (c) => {
    await eraseLinkedMessage(c.var.database, requireLinkToken(c.req.valid("json").token));
    c.executionCtx.waitUntil(sendDueMails(c.var.environment));
    return c.body(null, 204);
  });

export const contact = new Hono<AppEnv>().route("/contact", contactForm).route("/contact/own", ownMessage);
