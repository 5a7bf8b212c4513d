import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { fetchDirectly } from "#functions/kernel/http/fetch-directly.ts";
import { type Mail, toAuthorMailbox, toHeaderMailbox } from "./letter.ts";

/**
 * The provider rejected a mail and would reject it again. `scope` is `mail` if the content is the cause, and `sender`
 * if the provider accepts no mail from this site. `reason` is the provider's error name, such as `validation_error`, or
 * the status, and never the provider's text.
 */
export class MailRefusal extends Error {
  readonly scope: "mail" | "sender";
  readonly reason: string;

  constructor(scope: MailRefusal["scope"], reason: string) {
    super(`the mail provider rejected ${scope === "mail" ? "the mail" : "the sender"}: ${reason}`);
    this.name = "MailRefusal";
    this.scope = scope;
    this.reason = reason;
  }
}

// The provider rejects the API key, the address of the API, the sender's domain or the payment.
const senderStatuses = [401, 402, 403, 404, 405];
// The provider also answers 429 when the quota of a day or a month is spent. Retries within minutes cannot succeed.
const spentQuota = /^(?:daily|monthly)_quota_exceeded$/;
// The call was too early or concurrent. A later one can succeed.
const transientStatuses = [408, 425, 429];

/**
 * Returns the error for an unsuccessful response: a refusal or a transient fault. `name` is the provider's error name.
 */
function toMailFault(status: number, name: unknown): Error {
  const reason = typeof name === "string" && /^\w{1,60}$/.test(name) ? name : `status_${status}`;
  if (spentQuota.test(reason)) return new MailRefusal("sender", reason);
  const isTransient =
    status >= 500 || transientStatuses.includes(status) || reason === "concurrent_idempotent_requests";
  if (isTransient || status < 400) return new Error(`the mail provider answered ${status} (${reason})`);
  return new MailRefusal(senderStatuses.includes(status) ? "sender" : "mail", reason);
}

// Two calls of this length are shorter than a lease, after which the mail is due again.
const timeoutMs = 5_000;

// Any proxy on the path to the provider may answer 200, so an accepted mail must have an id.
const acceptedResponse = v.object({ id: v.string() });

/**
 * Hands a mail to the provider by an HTTP call in Resend's format. The provider accepts the mail of an id once. If it
 * rejects an automatic mail with a reply address, the mail is sent without that address, which its text has, too.
 * @throws MailRefusal if the provider will never accept it, Error if the provider did not accept it now
 */
export async function deliverMail(
  id: string,
  { replyTo, ...mail }: Mail & { to: string },
  environment: Environment,
): Promise<void> {
  // Without its reply address, the customer's reply to an answer would go astray.
  if (!replyTo || mail.author !== undefined)
    return postMail(id, id, { ...mail, ...(replyTo && { replyTo }) }, environment);
  try {
    await postMail(id, id, { ...mail, replyTo }, environment);
  } catch (error) {
    if (!(error instanceof MailRefusal) || error.scope === "sender") throw error;
    // The idempotency key belongs to the mail with the reply address, so this mail needs another.
    await postMail(id, `${id}-without-reply-to`, mail, environment);
  }
}

const isIdempotencyConflict = (status: number, answer: unknown) =>
  status === 409 && v.is(v.object({ name: v.literal("invalid_idempotent_request") }), answer);

/** Makes one call to the provider. `key` is the idempotency key, `id` the mail that its webhooks name. */
async function postMail(
  id: string,
  key: string,
  { to, subject, text, html, replyTo, isReply, author }: Mail & { to: string },
  environment: Environment,
): Promise<void> {
  const response = await fetchDirectly(environment.MAIL_API_URL, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${environment.MAIL_API_KEY}`,
      "Content-Type": "application/json",
      "Idempotency-Key": key,
    },
    body: JSON.stringify({
      from:
        author === undefined
          ? toHeaderMailbox(environment.MAIL_FROM)
          : toAuthorMailbox(author, environment.MAIL_FROM),
      to: [toHeaderMailbox(to)],
      subject,
      text,
      html,
      ...(replyTo && { reply_to: toHeaderMailbox(replyTo) }),
      // RFC 3834 §5: automatic responders do not answer a mail with this field. An answer is no automatic mail.
      ...(author === undefined && {
        headers: { "Auto-Submitted": isReply ? "auto-replied" : "auto-generated" },
      }),
      // The provider's webhook identifies the mail by this tag.
      tags: [{ name: "mail", value: id }],
    }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && v.is(acceptedResponse, answer)) return;
  // The provider has already accepted a mail of this key with an earlier setting or text. Its response was lost.
  if (isIdempotencyConflict(response.status, answer)) return;
  if (response.ok) throw new Error("the mail provider answered without the id of the mail");
  throw toMailFault(response.status, (answer as { name?: unknown } | null)?.name);
}
