import { setTimeout as sleep } from "node:timers/promises";
import { toAddress } from "#functions/contract/mailbox.ts";
import { mailEventTypes } from "#functions/mail/mail-event.schema.ts";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { getHost } from "#local/deploy/environment.ts";
import type { MailDomain } from "#local/deploy/resend.ts";

/** Number of queries for Resend's view of the DNS records. */
const attempts = 60;

/** Returns whether a name is the zone's or below it. */
const isInZone = (name: string, zone = "") => name === zone || name.endsWith(`.${zone}`);

async function proveDomain(
  { resend, cloudflare, made, interval }: Deployment,
  domain: MailDomain,
): Promise<void> {
  for (const { name, value: content, ...entry } of domain.records) {
    // Resend gives a record its full name, or the name below the registered domain.
    const fullName = isInZone(name, made.zoneName) ? name : `${name}.${made.zoneName}`;
    await cloudflare.ensureRecord(made.zone ?? "", { ...entry, name: fullName, content });
  }
  await resend.verify(domain.id);
  for (let attempt = 0; attempt < attempts; attempt++) {
    if ((await resend.get(domain.id)).status === "verified") return;
    await sleep(interval);
  }
  throw new Error(`Resend has not seen the DNS records of ${domain.name} yet.`);
}

const getSenderDomain = (answers: Record<string, string>) =>
  toAddress(answers.MAIL_FROM ?? "").split("@")[1] ?? "";

/** Identifies the domain of the sender, the site that receives the outcomes, and their events. */
const toMailKey = (answers: Record<string, string>) =>
  `${getSenderDomain(answers)} ${getHost(answers)} ${mailEventTypes.join(",")}`;

export const mail: Step = {
  name: "mail",
  does: "Registers the domain of MAIL_FROM at Resend, with its DNS records, a key that can only send from it, and the webhook for the outcome of mails.",
  help: "DNS records can take an hour: Resend shows under Domains which of them it sees; then run this again. The Resend key needs full access, and the domain of MAIL_FROM must be the site's domain or below it.",
  isDone: ({ made, answers }) => made.mailWebhookSecret !== undefined && made.mailFor === toMailKey(answers),
  async run(deployment) {
    const { resend, answers, made, note, origin, host } = deployment;
    const name = getSenderDomain(answers);
    if (!isInZone(name, made.zoneName)) {
      throw new Error(`MAIL_FROM is at ${name}, which does not belong to ${made.zoneName}.`);
    }
    const domain = await resend.findOrCreateDomain(name);
    if (domain.status !== "verified") await proveDomain(deployment, domain);
    // The name of the first key finds and replaces it, whatever the site is called now.
    const mailKeyName = made.mailKeyName ?? host;
    // A key can send from one domain only.
    if (!made.mailKey || made.mailKeyFor !== name) {
      const mailKey = await resend.renewKey(mailKeyName, domain.id);
      await note({ mailKey, mailKeyFor: name, mailKeyName });
    }
    const mailWebhookSecret = await resend.findOrCreateWebhook(`${origin}/api/hooks/mail`);
    await note({ mailWebhookSecret, mailFor: toMailKey(answers) });
    return `from ${name}`;
  },
};
