// Takes from the mail provider what became of a mail: delivered, come back, called spam.
// Access: the mail provider, by its signature. Problems: not_found where no secret is configured, body_too_large, malformed_request,
// forged_signature, database_unavailable.
import { Hono } from "hono";
import * as v from "valibot";
import { toAddress } from "#functions/contract/mailbox.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { parseJson } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { noteDelivery } from "./deliveries.ts";
import { readSignedMailEvent } from "./hook-signature.ts";
import { mailEvent } from "./mail-event.schema.ts";
import { sendDueMails } from "./send-due-mails.ts";

export const mailHook = new Hono<AppEnv>().post("/", async (c) => {
  const { environment, database } = c.var;
  const { MAIL_WEBHOOK_SECRET: secret, CONTACT_NOTIFY_TO, CONTACT_ALERT_TO = null } = environment;
  if (!secret) throw new Problem("not_found");
  const { id, body } = await readSignedMailEvent(c, secret);
  const said = v.safeParse(mailEvent, parseJson(body));
  if (!said.success) throw new Problem("malformed_request");
  const { event, mail, to } = said.output;
  // Only what came back is told by a mail.
  if (event === "delivered" || !event) c.set("leavesNoWork", true);
  if (event) {
    const address = toAddress(CONTACT_NOTIFY_TO);
    const isToCompany = to.some((reader) => toAddress(reader) === address);
    // The provider repeats an event whose answer it lost: the answer is the same, and nothing is counted again.
    await noteDelivery(
      database,
      { hash: await sha256(`mail event ${id}`), acceptanceId: crypto.randomUUID() },
      { id: mail, event },
      isToCompany ? { address, tell: CONTACT_ALERT_TO } : null,
    );
    c.executionCtx.waitUntil(sendDueMails(environment));
  }
  return c.body(null, 204);
});
