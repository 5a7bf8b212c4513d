import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { compose } from "./compose.ts";
import type { Mail } from "./mail.ts";
import { MailRefusal, toMailFault } from "./mail-refusal.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";

// Two calls are shorter than a lease, after which the mail is due again.
const timeout = 5_000;

// Anything else between here and the provider may say 200.
const taken = v.object({ id: v.string() });

/** Hands a waiting mail to the provider. @throws MailRefusal when it never takes it, Error when it did not take it now */
export async function deliver(waiting: OutgoingMail, environment: Environment): Promise<void> {
  await handOver(waiting.id, await compose(waiting, environment), environment);
}

/**
 * Hands a mail to the provider, by an HTTP call of Resend's shape; it takes the mail of an id once. An address to answer to that it
 * does not like keeps no mail back: it is in the mail's text as well.
 * @throws MailRefusal when it never takes it, Error when it did not take it now
 */
export async function handOver(
  id: string,
  { replyTo, ...mail }: Mail & { to: string },
  environment: Environment,
): Promise<void> {
  if (!replyTo) return post(id, id, mail, environment);
  try {
    await post(id, id, { ...mail, replyTo }, environment);
  } catch (error) {
    if (!(error instanceof MailRefusal) || error.scope === "sender") throw error;
    // The key belongs to the mail as it was.
    await post(id, `${id}-without-reply-to`, mail, environment);
  }
}

const isOfAnEarlierOne = (status: number, answer: unknown) =>
  status === 409 && v.is(v.object({ name: v.literal("invalid_idempotent_request") }), answer);

async function post(
  id: string,
  key: string,
  { to, subject, text, html, replyTo, isReply }: Mail & { to: string },
  environment: Environment,
): Promise<void> {
  const response = await fetch(environment.MAIL_API_URL, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${environment.MAIL_API_KEY}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify({
      from: environment.MAIL_FROM,
      to: [to],
      subject,
      text,
      html,
      ...(replyTo && { reply_to: replyTo }),
      // RFC 3834 §5: no automatic responder answers a mail with this field.
      headers: { "Auto-Submitted": isReply ? "auto-replied" : "auto-generated" },
      // What the provider says later of a mail names it by this.
      tags: [{ name: "mail", value: id }],
    }),
    signal: AbortSignal.timeout(timeout),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && v.is(taken, answer)) return;
  // It has a mail of this key, made when a setting or a word was another: the answer to that one was lost.
  if (isOfAnEarlierOne(response.status, answer)) return;
  if (response.ok) throw new Error("the mail provider answered what is no receipt");
  throw toMailFault(response.status, (answer as { name?: unknown } | null)?.name);
}
