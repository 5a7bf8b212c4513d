import { connect } from "../data/database.ts";
import { claimDueMails, markMailSent, type OutgoingMail } from "../data/outgoing-mails.ts";
import type { Environment } from "../env.ts";
import { describeFault, logLine } from "../log.ts";
import { contactNotice } from "./contact-notice.ts";

// Shorter than the time until a claimed mail is due again.
const patience = 5_000;

async function deliver({ id, payload }: OutgoingMail, environment: Environment): Promise<void> {
  const { subject, text, html, replyTo } = contactNotice(payload, environment.SITE_ORIGIN);
  const response = await fetch(environment.MAIL_API_URL, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${environment.MAIL_API_KEY}`,
      "Content-Type": "application/json",
      "Idempotency-Key": id,
    },
    body: JSON.stringify({
      from: environment.MAIL_FROM,
      to: [environment.CONTACT_NOTIFY_TO],
      subject,
      text,
      html,
      ...(replyTo && { reply_to: replyTo }),
    }),
    signal: AbortSignal.timeout(patience),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the mail provider answered ${response.status}`);
}

/**
 * Sends the mails that are due through the provider (an HTTP call of Resend's shape) and marks those it took; the
 * others stay and are due again later. Never throws: it runs after the answer, and logs what went wrong.
 */
export async function sendDueMails(environment: Environment): Promise<void> {
  const { DATABASE_URL: databaseUrl, DATABASE_FETCH_ENDPOINT: fetchEndpoint } = environment;
  const open = () => connect({ databaseUrl, fetchEndpoint });
  try {
    const mails = await claimDueMails(open());
    await Promise.all(
      mails.map(async (mail) => {
        try {
          await deliver(mail, environment);
          await markMailSent(open(), mail.id);
        } catch (error) {
          logLine({ event: "mail_not_sent", mail: mail.id, kind: mail.kind, ...describeFault(error) });
        }
      }),
    );
  } catch (error) {
    logLine({ event: "mails_not_claimed", ...describeFault(error) });
  }
}
