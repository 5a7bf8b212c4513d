import { setTimeout as sleep } from "node:timers/promises";
import { toAddress } from "#functions/contract/email.ts";
import { mailEventTypes } from "#functions/mail/mail-event.schema.ts";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { getHost } from "#local/deploy/environment.ts";
import type { MailDomain } from "#local/deploy/resend.ts";

/** Number of queries for Resend's view of the DNS records. */
const attempts = 60;

/** Returns whether a name is the zone's or below it. */
const isInZone = (name: string, zone = "") => name === zone || name.endsWith(`.${zone}`);

/**
 * Creates the DNS records by which Resend recognizes the owner of the domain, and waits until Resend accepts them. The
 * site may then send mails from it. The records of the zone itself stay, because the company's mailboxes need them.
 * @throws Error if Resend has not seen the records in time; the step may run again
 */
async function proveDomain(
  { resend, cloudflare, results, intervalMs }: Deployment,
  domain: MailDomain,
): Promise<void> {
  for (const { name, value: content, ...entry } of domain.records) {
    // Resend gives a record its full name, or the name below the registered domain.
    const fullName = isInZone(name, results.zoneName) ? name : `${name}.${results.zoneName}`;
    if (fullName === results.zoneName)
      throw new Error(`Resend asks for a record ${entry.type} of ${fullName} itself: create it yourself.`);
    await cloudflare.ensureRecord(results.zone ?? "", { ...entry, name: fullName, content });
  }
  await resend.verify(domain.id);
  for (let attempt = 0; attempt < attempts; attempt++) {
    if ((await resend.get(domain.id)).status === "verified") return;
    await sleep(intervalMs);
  }
  throw new Error(`Resend has not seen the DNS records of ${domain.name} yet.`);
}

/**
 * Registers the domain that receives replies, with its MX record, and creates the key that reads them.
 * @throws Error for a domain that may have other mailboxes
 */
async function receiveReplies(deployment: Deployment, name: string): Promise<void> {
  const { resend, results, storeResults, host } = deployment;
  const { zoneName = "", mailKeyName = host } = results;
  if (name === zoneName || !isInZone(name, zoneName)) {
    throw new Error(
      `MAIL_REPLY_DOMAIN is ${name}. It must be below ${zoneName}, such as reply.${zoneName}: its MX record would take the mails of other mailboxes.`,
    );
  }
  const domain = await resend.findOrCreateDomain(name, "receiving");
  if (domain.status !== "verified") await proveDomain(deployment, domain);
  if (!results.mailReadKey)
    await storeResults({ mailReadKey: await resend.renewKey(`${mailKeyName} received mails`) });
}

const getSenderDomain = (answers: Record<string, string>) =>
  toAddress(answers.MAIL_FROM ?? "").split("@")[1] ?? "";

/**
 * Returns the values that the step depends on: the sender's domain, the site that gets the events, the events, and the
 * domain that receives replies.
 */
const toMailInputs = (answers: Record<string, string>) =>
  [getSenderDomain(answers), getHost(answers), mailEventTypes.join(","), answers.MAIL_REPLY_DOMAIN ?? ""]
    .join(" ")
    .trim();

export const mail: Step = {
  name: "mail",
  does: "Registers the domain of MAIL_FROM at Resend, with its DNS records, a key that can only send from it, and the webhook for the outcome of mails. With MAIL_REPLY_DOMAIN also that domain, its MX record, and a key that reads received mails. Records of the site's domain itself stay as they are. Cloudflare Email Routing would write SPF and DKIM records there: only a person switches it on.",
  help: "DNS records can take an hour: Resend shows under Domains which of them it sees; then run this again. The Resend key needs full access, and the domain of MAIL_FROM must be the site's domain or below it.",
  isDone: ({ results, answers }) =>
    results.mailWebhookSecret !== undefined && results.mailInputs === toMailInputs(answers),
  async run(deployment) {
    const { resend, answers, results, storeResults, origin, host } = deployment;
    const name = getSenderDomain(answers);
    if (!isInZone(name, results.zoneName)) {
      throw new Error(`MAIL_FROM is at ${name}, which does not belong to ${results.zoneName}.`);
    }
    const domain = await resend.findOrCreateDomain(name);
    if (domain.status !== "verified") await proveDomain(deployment, domain);
    // The name of the first key finds and replaces it, whatever the site is called now.
    const mailKeyName = results.mailKeyName ?? host;
    // A key can send from one domain only.
    if (!results.mailKey || results.mailKeyDomain !== name) {
      const mailKey = await resend.renewKey(mailKeyName, domain.id);
      await storeResults({ mailKey, mailKeyDomain: name, mailKeyName });
    }
    const mailWebhookSecret = await resend.findOrCreateWebhook(`${origin}/api/hooks/mail`);
    const { MAIL_REPLY_DOMAIN: replyDomain } = answers;
    if (replyDomain) await receiveReplies(deployment, replyDomain);
    await storeResults({ mailWebhookSecret, mailInputs: toMailInputs(answers) });
    return replyDomain ? `from ${name}, replies to ${replyDomain}` : `from ${name}`;
  },
};
