import { setTimeout as sleep } from "node:timers/promises";
import { toAddress } from "#functions/contract/mailbox.ts";
import { mailEventTypes } from "#functions/mail/mail-event.schema.ts";
import type { Deployment } from "#local/deploy/deployment.ts";
import { hostOf } from "#local/deploy/environment.ts";
import type { MailDomain } from "#local/deploy/resend.ts";
import type { Step } from "#local/deploy/step.ts";

/** How often it is asked whether the mail domain is proved. */
const looks = 60;

async function proveDomain(
  { resend, cloudflare, made, interval }: Deployment,
  domain: MailDomain,
): Promise<void> {
  for (const { type, name, value, priority } of domain.records) {
    // Below the domain as it is registered, or written out.
    const isWhole = name === made.zoneName || name.endsWith(`.${made.zoneName}`);
    const whole = isWhole ? name : `${name}.${made.zoneName}`;
    await cloudflare.ensureEntry(made.zone ?? "", {
      type,
      name: whole,
      content: value,
      ...(priority !== undefined && { priority }),
    });
  }
  await resend.verify(domain.id);
  for (let look = 0; look < looks; look++) {
    if ((await resend.get(domain.id)).status === "verified") return;
    await sleep(interval);
  }
  throw new Error(`Resend has not seen the DNS entries of ${domain.name} yet.`);
}

const domainOf = (answers: Record<string, string>) => toAddress(answers.MAIL_FROM ?? "").split("@")[1] ?? "";

/** The domain that mails come from, the site that is told what became of them, and by which events. */
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
    if (name !== made.zoneName && !name.endsWith(`.${made.zoneName}`)) {
      throw new Error(`MAIL_FROM is at ${name}, which does not belong to ${made.zoneName}.`);
    }
    const domain = await resend.findOrCreateDomain(name);
    if (domain.status !== "verified") await proveDomain(deployment, domain);
    // By the name of the first, which goes by it, whatever the site is called now.
    const keyName = made.mailKeyName ?? host;
    // It can send from one domain only.
    if (!made.mailKey || made.mailKeyFor !== name)
      await note({
        mailKey: await resend.renewKey(keyName, domain.id),
        mailKeyFor: name,
        mailKeyName: keyName,
      });
    const mailWebhookSecret = await resend.findOrCreateWebhook(`${origin}/api/hooks/mail`);
    await note({ mailWebhookSecret, mailFor: mailFor(answers) });
    return `from ${name}`;
  },
};
