// What is kept of a message, for who has the link that its sender was mailed: shows it, and erases it for good. The token comes in the
// body, so that it stands in no address and no log, and nothing happens by opening a link.
// Who: anyone with a token. Problems: malformed_request, unsupported_media_type, body_too_large, invalid_fields, not_found for a
// token that is none, message_gone, database_unavailable.

import { Hono } from "hono";
import type { AppEnv } from "#functions/context.ts";
import { linkInput } from "#functions/contract/contact.schema.ts";
import { eraseLinkedMessage, getLinkedMessage } from "#functions/data/own-message.ts";
import { jsonBody } from "#functions/http/body.ts";
import { sendDueMails } from "#functions/send-due-mails.ts";

export const ownMessage = new Hono<AppEnv>()
  .post("/", jsonBody(linkInput), async (c) =>
    c.json(await getLinkedMessage(c.var.database, c.req.valid("json").token)),
  )
  .post("/erase", jsonBody(linkInput), async (c) => {
    await eraseLinkedMessage(c.var.database, c.req.valid("json").token);
    c.executionCtx.waitUntil(sendDueMails(c.var.environment));
    return c.body(null, 204);
  });
