import { setTimeout as sleep } from "node:timers/promises";
import { toAddress } from "#functions/contract/mailbox.ts";
import { mailEventTypes } from "#functions/mail/mail-event.schema.ts";
import type { Deployment, Step } from "#local/deploy/deployment.ts";
import { hostOf } from "#local/deploy/environment.ts";
import type { MailDomain } from "#local/deploy/resend.ts";

/** How often the deployment asks whether Resend sees the DNS entries. */
const attempts = 60;

/** Whether a name is the zone's or below it. */
const isInZone = (name: string, zone = "") => name === zone || name.endsWith(`.${zone}`);

async function proveDomain(
  { resend, cloudflare, made, interval }: Deployment,
  domain: MailDomain,
): Promise<void> {
  for (const { name, value: content, ...entry } of domain.records) {
    // Resend names a record by its whole name, or below the registered domain.
    const whole = isInZone(name, made.zoneName) ? name : `${name}.${made.zoneName}`;
    await cloudflare.ensureEntry(made.zone ?? "", { ...entry, name: whole, content });
  }
  await resend.verify(domain.id);
  for (let attempt = 0; attempt < attempts; attempt++) {
    if ((await resend.get(domain.id)).status === "verified") return;
    await sleep(interval);
  }
  throw new Error(`Resend has not seen the DNS entries of ${domain.name} yet.`);
}

const domainOf = (answers: Record<string, string>) => toAddress(answers.MAIL_FROM ?? "").split("@")[1] ?? "";

/** The domain of the sender, the site that receives the outcomes, and their events. */
const mailFor = (answers: Record<string, string>) =>
  `${domainOf(answers)} ${hostOf(answers)} ${mailEventTypes.join(",")}`;

export const mail: Step = {
  name: "mail",
  does: "Registers the domain of MAIL_FROM at Resend, with its DNS entries, a key that can only send from it, and the webhook that tells what became of mails.",
  help: "DNS entries can take an hour to be seen: Resend shows under Domains which of them it sees; then run this again. The key of Resend needs full access, and the domain of MAIL_FROM has to belong to the site's.",
  isDone: ({ made, answers }) => made.mailWebhookSecret !== undefined && made.mailFor === mailFor(answers),
  async run(deployment) {
    const { resend, answers, made, note, origin, host } = deployment;
    const name = domainOf(answers);
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
    await note({ mailWebhookSecret, mailFor: mailFor(answers) });
    return `from ${name}`;
  },
};
