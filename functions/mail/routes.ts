import { type Context, Hono } from "hono";
import * as v from "valibot";
import type { MailAlerts } from "#functions/contract/answers.schema.ts";
import { toAddress } from "#functions/contract/email.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { parseJson, readText } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { idParameter } from "#functions/kernel/http/parameters.ts";
import { Problem } from "#functions/kernel/http/problem.ts";
import { requireAdmin } from "#functions/kernel/http/session.ts";
import { logLine } from "#functions/kernel/log/log.ts";
import { listMailAlerts, recordDelivery, removeMailAlert } from "./alerts.ts";
import { mailEvent } from "./mail-event.schema.ts";
import { sendDueMails } from "./send-due-mails.ts";

/** The maximum difference between now and the time of a signature, in seconds. An older request may be a replay. */
const toleranceSeconds = 300;

const algorithm = { name: "HMAC", hash: "SHA-256" };
const decodeBase64 = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Returns a header of the signature. Resend sends it with the prefix of Svix. */
const readSignatureHeader = (c: Context, name: string) =>
  c.req.header(`svix-${name}`) ?? c.req.header(`webhook-${name}`) ?? "";

/**
 * Returns whether one of a webhook's signatures is valid for the text. `signatures` is a list of `v1,base64`, separated
 * by spaces. The unused bits of the last character are zero, so a signature has one spelling (RFC 4648 §3.5).
 */
async function isSigned(text: string, signatures: string, secret: string): Promise<boolean> {
  const key = await crypto.subtle.importKey(
    "raw",
    decodeBase64(secret.replace("whsec_", "")),
    algorithm,
    false,
    ["verify"],
  );
  const signedBytes = new TextEncoder().encode(text);
  const signatureTexts = signatures
    .split(" ")
    .flatMap((entry) => /^v1,([A-Za-z\d+/]{42}[AEIMQUYcgkosw048]=)$/.exec(entry)?.[1] ?? []);
  const verifications = signatureTexts.map((signature) =>
    crypto.subtle.verify(algorithm.name, key, decodeBase64(signature), signedBytes),
  );
  return (await Promise.all(verifications)).includes(true);
}

/**
 * Returns the body that the mail provider has signed within five minutes of now (standardwebhooks.com), and the event's
 * id. The provider repeats an event with the same id. A body with another signing time is not read. `secret` is
 * `whsec_…`.
 * @throws Problem forged_signature, and those of `readText`
 */
async function readSignedMailEvent(c: Context, secret: string): Promise<{ id: string; body: string }> {
  const [id, time, signatures] = [
    readSignatureHeader(c, "id"),
    readSignatureHeader(c, "timestamp"),
    readSignatureHeader(c, "signature"),
  ];
  const age = Math.abs(Date.now() / 1_000 - Number(time));
  if (!id || !signatures || !/^\d{1,12}$/.test(time) || age > toleranceSeconds)
    throw new Problem("forged_signature");
  const body = await readText(c);
  if (!(await isSigned(`${id}.${time}.${body}`, signatures, secret))) throw new Problem("forged_signature");
  return { id, body };
}

const mailHook = new Hono<AppEnv>().post("/", async (c) => {
  const { environment, database } = c.var;
  const { MAIL_WEBHOOK_SECRET: secret, CONTACT_NOTIFY_TO, CONTACT_ALERT_TO = null } = environment;
  if (!secret) throw new Problem("not_found");
  const { id, body } = await readSignedMailEvent(c, secret);
  const parsedEvent = v.safeParse(mailEvent, parseJson(body));
  if (!parsedEvent.success) throw new Problem("malformed_request");
  const { receivedId, event, mail, to } = parsedEvent.output;
  // Without a reply domain the mail is for another program of the provider's account.
  if (receivedId !== null && !environment.MAIL_REPLY_DOMAIN) return c.body(null, 204);
  if (receivedId !== null) {
    // A failure repeats the event.
    const { receiveFromResend } = await import("./received/resend.ts");
    logLine({
      event: "mail_received",
      outcome: await receiveFromResend(receivedId, { database, environment }),
    });
    c.executionCtx.waitUntil(sendDueMails(environment));
    return c.body(null, 204);
  }
  // Only bounces and complaints cause a mail.
  if (event === "delivered" || !event) c.set("leavesNoWork", true);
  if (event) {
    const address = toAddress(CONTACT_NOTIFY_TO);
    const isToCompany = to.some((recipient) => toAddress(recipient) === address);
    // The provider repeats an event if the response was lost. A repeated event gets the same response and counts once.
    await recordDelivery(
      database,
      { hash: await sha256(`mail event ${id}`), acceptanceId: crypto.randomUUID() },
      { id: mail, event },
      isToCompany ? { address, alertTo: CONTACT_ALERT_TO } : null,
    );
    c.executionCtx.waitUntil(sendDueMails(environment));
  }
  return c.body(null, 204);
});

// Alerts about mails that do not reach the company, until the fault ends or an administrator removes them.

const mailAlerts = new Hono<AppEnv>()
  .get("/", requireAdmin, async (c) =>
    c.json({ items: await listMailAlerts(c.var.authorized) } satisfies MailAlerts),
  )
  .delete("/:id", requireAdmin, idParameter, async (c) => {
    await removeMailAlert(c.var.authorized, c.req.valid("param").id);
    return c.body(null, 204);
  });

export const mail = new Hono<AppEnv>().route("/hooks/mail", mailHook).route("/mail-alerts", mailAlerts);
