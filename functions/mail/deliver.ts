import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { compose } from "./compose.ts";
import type { Mail } from "./mail.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";

/**
 * The provider refused a mail, and would do so again: `mail` for what is in it, `sender` because it takes none of ours, whatever is in
 * it. `reason` is its own name of the error, such as `validation_error`, or its status; never its words.
 */
export class MailRefusal extends Error {
  readonly scope: "mail" | "sender";
  readonly reason: string;

  constructor(scope: MailRefusal["scope"], reason: string) {
    super(`the mail provider refused ${scope === "mail" ? "the mail" : "to send for us"}: ${reason}`);
    this.name = "MailRefusal";
    this.scope = scope;
    this.reason = reason;
  }
}

// The key, the address of the API, the sender's domain or its bill are not as the provider wants them.
const ofSender = [401, 402, 403, 404, 405];
// The provider answers 429 also when the mails of a day or a month are spent, which no later attempt within minutes mends.
const spentQuota = /^(?:daily|monthly)_quota_exceeded$/;
// Asked too soon or at the same moment: it will be taken later.
const passing = [408, 425, 429];

/** The error of an answer that is not a success: a refusal, or one that may pass; `name` is the provider's for it. */
function toMailFault(status: number, name: unknown): Error {
  const reason = typeof name === "string" && /^\w{1,60}$/.test(name) ? name : `status_${status}`;
  if (spentQuota.test(reason)) return new MailRefusal("sender", reason);
  const isPassing = status >= 500 || passing.includes(status) || reason === "concurrent_idempotent_requests";
  if (isPassing || status < 400) return new Error(`the mail provider answered ${status} (${reason})`);
  return new MailRefusal(ofSender.includes(status) ? "sender" : "mail", reason);
}

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
