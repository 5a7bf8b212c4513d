import { connect } from "#functions/data/database.ts";
import { leaseDueMails, markMailSent, type OutgoingMail } from "#functions/data/outgoing-mails.ts";
import type { Environment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/log.ts";
import { compose } from "./compose.ts";

// Shorter than a lease, after which the mail is due again.
const timeout = 5_000;

async function deliver(waiting: OutgoingMail, environment: Environment): Promise<void> {
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

/**
 * Sends the mails that are due through the provider (an HTTP call of Resend's shape) and marks those it took; the
 * others stay and are due again later, until they would come too late. Never throws: it runs after the answer, and logs
 * what went wrong.
 */
export async function sendDueMails(environment: Environment): Promise<void> {
  const open = () => connect(environment);
  const attempt = async (waiting: OutgoingMail): Promise<boolean> => {
    try {
      await deliver(waiting, environment);
      await markMailSent(open(), waiting.id);
      return true;
    } catch (error) {
      logLine({ event: "mail_not_sent", mail: waiting.id, kind: waiting.kind, ...describeFault(error) });
      return false;
    }
  };
  try {
    // As long as there are more and the provider takes them.
    for (let all = true; all; ) {
      const { due, abandoned } = await leaseDueMails(open());
      for (const mail of abandoned) logLine({ event: "mail_given_up", ...mail });
      const sent = await Promise.all(due.map(attempt));
      all = due.length > 0 && sent.every(Boolean);
    }
  } catch (error) {
    logLine({ event: "mails_not_leased", ...describeFault(error) });
  }
}
