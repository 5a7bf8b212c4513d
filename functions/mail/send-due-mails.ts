import { toAddress } from "#functions/contract/mailbox.ts";
import type { Environment } from "#functions/env.ts";
import { connect } from "#functions/kernel/database/database.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { type Alert, raiseAlert } from "./alerts.ts";
import { deliver, MailRefusal } from "./deliver.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";
import { leaseDueMails, markMailSent, postponeRefusedMail } from "./store.ts";

/**
 * Sends the mails that are due through the provider and marks those it took; the others stay and are due again later,
 * until they would come too late. Never throws: it runs after the answer, and logs what went wrong.
 */
export async function sendDueMails(environment: Environment): Promise<void> {
  const lease = {
    quota: environment.MAIL_DAILY_QUOTA,
    hasCanary: environment.CANARY_TO !== undefined,
    tell: environment.CONTACT_ALERT_TO ?? null,
    own: companyAddresses(environment),
  };
  try {
    // As long as there are more and the provider takes them.
    for (let all = true; all; ) {
      const { due, unreadable, abandoned, heldBack } = await leaseDueMails(connect(environment), lease);
      for (const mail of abandoned) logLine({ event: "mail_given_up", ...mail });
      for (const mail of unreadable) logUnsent(mail, mail.fault);
      const settled = await Promise.all(due.map((mail) => attempt(mail, environment)));
      if (heldBack.length > 0) logLine({ event: "mails_held_back", classes: heldBack });
      all = due.length + unreadable.length > 0 && settled.every(Boolean);
    }
  } catch (error) {
    logLine({ event: "mails_not_leased", ...describeFault(error) });
  }
}

const companyAddresses = ({ CONTACT_NOTIFY_TO, MAIL_FROM, CONTACT_ALERT_TO, CANARY_TO }: Environment) =>
  [CONTACT_NOTIFY_TO, MAIL_FROM, CONTACT_ALERT_TO, CANARY_TO].flatMap((mailbox) =>
    mailbox ? [toAddress(mailbox)] : [],
  );

const logUnsent = ({ id, kind }: { id: string; kind: string }, fault: unknown) =>
  logLine({ event: "mail_not_sent", mail: id, kind, ...describeFault(fault) });

/** Whether the provider has answered for good: it took the mail, or refused this one. */
async function attempt(waiting: OutgoingMail, environment: Environment): Promise<boolean> {
  try {
    await deliver(waiting, environment);
    await markMailSent(connect(environment), waiting.id);
    return true;
  } catch (error) {
    logUnsent(waiting, error);
    if (!(error instanceof MailRefusal)) return false;
    return seeToRefusal(waiting, error, environment).catch((fault) => {
      logUnsent(waiting, fault);
      return false;
    });
  }
}

// Mails to the company only: what keeps one from an address that anyone may have written is nothing that an administrator can mend,
// and what keeps all of them from leaving shows in these.
const toCompany: OutgoingMail["kind"][] = ["contact_notice", "erasure_notice", "delivery_alert"];

async function seeToRefusal(
  { id, kind }: OutgoingMail,
  { scope, reason }: MailRefusal,
  environment: Environment,
): Promise<boolean> {
  const alert: Alert = {
    kind: scope === "mail" ? "mail_refused" : "provider_refusing",
    subject: reason,
    tell: environment.CONTACT_ALERT_TO ?? null,
  };
  if (scope === "sender") {
    await raiseAlert(connect(environment), alert);
    return false;
  }
  await postponeRefusedMail(connect(environment), id, toCompany.includes(kind) ? alert : null);
  return true;
}
