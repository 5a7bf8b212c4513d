import type { Environment } from "#functions/env.ts";
import type { OutgoingMail } from "#functions/outgoing-mail.ts";
import { compose } from "./compose.ts";
import type { Mail } from "./mail.ts";

// Shorter than a lease, after which the mail is due again.
const timeout = 5_000;

/** Hands a waiting mail to the provider. @throws Error when it was not taken */
export async function deliver(waiting: OutgoingMail, environment: Environment): Promise<void> {
  await handOver(waiting.id, await compose(waiting, environment), environment);
}

/**
 * Hands a mail to the provider, by an HTTP call of Resend's shape; it takes the mail of an id once.
 * @throws Error when it was not taken
 */
export async function handOver(
  id: string,
  { to, subject, text, html, replyTo }: Mail & { to: string },
  environment: Environment,
): Promise<void> {
  const response = await fetch(environment.MAIL_API_URL, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${environment.MAIL_API_KEY}`,
      "Content-Type": "application/json",
      "Idempotency-Key": id,
    },
    body: JSON.stringify({
      from: environment.MAIL_FROM,
      to: [to],
      subject,
      text,
      html,
      ...(replyTo && { reply_to: replyTo }),
    }),
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the mail provider answered ${response.status}`);
}
