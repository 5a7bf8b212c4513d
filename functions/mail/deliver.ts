import type { Environment } from "#functions/env.ts";
import type { OutgoingMail } from "#functions/outgoing-mail.ts";
import { compose } from "./compose.ts";

// Shorter than a lease, after which the mail is due again.
const timeout = 5_000;

/** Hands a waiting mail to the provider, by an HTTP call of Resend's shape. @throws Error when it was not taken */
export async function deliver(waiting: OutgoingMail, environment: Environment): Promise<void> {
  const { to, subject, text, html, replyTo } = await compose(waiting, environment);
  const response = await fetch(environment.MAIL_API_URL, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${environment.MAIL_API_KEY}`,
      "Content-Type": "application/json",
      "Idempotency-Key": waiting.id,
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
