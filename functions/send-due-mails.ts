import { connect } from "./data/database.ts";
import { leaseDueMails, markMailSent } from "./data/outgoing-mails.ts";
import type { Environment } from "./env.ts";
import { describeFault, logLine } from "./log.ts";
import { deliver } from "./mail/deliver.ts";
import type { OutgoingMail } from "./outgoing-mail.ts";

/**
 * Sends the mails that are due through the provider and marks those it took; the others stay and are due again later,
 * until they would come too late. Never throws: it runs after the answer, and logs what went wrong.
 */
export async function sendDueMails(environment: Environment): Promise<void> {
  const open = () => connect(environment);
  const logUnsent = ({ id, kind }: { id: string; kind: string }, fault: unknown) =>
    logLine({ event: "mail_not_sent", mail: id, kind, ...describeFault(fault) });
  const attempt = async (waiting: OutgoingMail): Promise<boolean> => {
    try {
      await deliver(waiting, environment);
      await markMailSent(open(), waiting.id);
      return true;
    } catch (error) {
      logUnsent(waiting, error);
      return false;
    }
  };
  try {
    // As long as there are more and the provider takes them.
    for (let all = true; all; ) {
      const { due, unreadable, abandoned } = await leaseDueMails(open());
      for (const mail of abandoned) logLine({ event: "mail_given_up", ...mail });
      for (const mail of unreadable) logUnsent(mail, mail.fault);
      const sent = await Promise.all(due.map(attempt));
      all = due.length + unreadable.length > 0 && sent.every(Boolean);
    }
  } catch (error) {
    logLine({ event: "mails_not_leased", ...describeFault(error) });
  }
}
