import { toAddress } from "#functions/contract/email.ts";
import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { type Alert, raiseAlertQuery } from "./alerts.ts";
import { deliverMail, MailRefusal } from "./deliver.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";
import { openReplyAddress } from "./reply-addresses.ts";
import { leaseDueMails, markMailSent, postponeRefusedMail } from "./store.ts";

/**
 * Sends the due mails through the provider and marks the accepted ones. The others are due again later, until they
 * expire. Never throws, so a failure stops no other work of its caller. Logs failures.
 */
export async function sendDueMails(environment: Environment): Promise<void> {
  const lease = {
    quota: environment.MAIL_DAILY_QUOTA,
    hasCanary: environment.CANARY_TO !== undefined,
    isReceiving: environment.MAIL_READ_KEY !== undefined,
    alertTo: environment.CONTACT_ALERT_TO ?? null,
    companyAddresses: listCompanyAddresses(environment),
  };
  try {
    // Repeats while more mails are due and the provider accepts them.
    for (let hasMore = true; hasMore; ) {
      const { due, unreadable, abandoned, heldBack } = await leaseDueMails(connect(environment), lease);
      for (const mail of abandoned) logLine({ event: "mail_given_up", ...mail });
      for (const mail of unreadable) logUnsent(mail, mail.fault);
      const outcomes = await Promise.all(due.map((mail) => attemptDelivery(mail, environment)));
      if (heldBack.length > 0) logLine({ event: "mails_held_back", classes: heldBack });
      hasMore = due.length + unreadable.length > 0 && outcomes.every(Boolean);
    }
  } catch (error) {
    logLine({ event: "mails_not_leased", ...describeFault(error) });
  }
}

/** Lists the company's own addresses. Acknowledgements to them are withheld, because they may answer automatically. */
const listCompanyAddresses = ({ CONTACT_NOTIFY_TO, MAIL_FROM, CONTACT_ALERT_TO, CANARY_TO }: Environment) =>
  [CONTACT_NOTIFY_TO, MAIL_FROM, CONTACT_ALERT_TO, CANARY_TO].flatMap((mailbox) =>
    mailbox ? [toAddress(mailbox)] : [],
  );

const logUnsent = ({ id, kind }: { id: string; kind: string }, fault: unknown) =>
  logLine({ event: "mail_not_sent", mail: id, kind, ...describeFault(fault) });

/**
 * Sends a mail and stores the result. Returns whether the run may continue: the provider accepted the mail, or rejected
 * this mail only. Any other failure may affect all mails.
 */
async function attemptDelivery(outgoingMail: OutgoingMail, environment: Environment): Promise<boolean> {
  try {
    // Loaded on first use, because mails leave after the response.
    const { compose } = await import("./compose.ts");
    const replyAddress = await openReplyAddress(outgoingMail, environment);
    await deliverMail(outgoingMail.id, await compose(outgoingMail, environment, replyAddress), environment);
    await markMailSent(connect(environment), outgoingMail.id);
    return true;
  } catch (error) {
    logUnsent(outgoingMail, error);
    if (!(error instanceof MailRefusal)) return false;
    return handleRefusal(outgoingMail, error, environment).catch((fault) => {
      logUnsent(outgoingMail, fault);
      return false;
    });
  }
}

// Only rejected mails to the company raise an alert. An administrator cannot fix an address that any visitor may have
// entered, and a fault of all mails affects these, too.
const companyMailKinds: OutgoingMail["kind"][] = [
  "contact_notice",
  "reply_notice",
  // A customer waits for it, and its author has to know.
  "answer",
  "notice_digest",
  "erasure_notice",
  "delivery_alert",
];

/**
 * Handles a rejection by the provider, with an alert unless only a mail to a visitor or user is affected. Returns
 * whether only this mail was rejected; it is then postponed.
 */
async function handleRefusal(
  { id, kind }: OutgoingMail,
  { scope, reason }: MailRefusal,
  environment: Environment,
): Promise<boolean> {
  const alert: Alert = {
    kind: scope === "mail" ? "mail_refused" : "provider_refusing",
    subject: reason,
    alertTo: environment.CONTACT_ALERT_TO ?? null,
  };
  if (scope === "sender") {
    await connect(environment).run("mail", { alert: raiseAlertQuery(alert) });
    return false;
  }
  await postponeRefusedMail(connect(environment), id, companyMailKinds.includes(kind) ? alert : null);
  return true;
}
