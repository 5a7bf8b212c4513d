import { setTimeout as sleep } from "node:timers/promises";
import { toAddress } from "#functions/contract/mailbox.ts";
import type { Deployment } from "#local/deploy/deployment.ts";
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

export const mail: Step = {
  name: "mail",
  does: "Registers the domain of MAIL_FROM at Resend, with its DNS entries, a key that can only send from it, and the webhook that tells what became of mails.",
  help: "DNS entries can take an hour to be seen: npm run mail-records -- DOMAIN says what the DNS has; then run this again. The key of Resend needs full access, and the domain of MAIL_FROM has to belong to the site's.",
  isDone: ({ made }) => made.mailWebhookSecret !== undefined,
  async run(deployment) {
    const { resend, answers, made, note, origin, host } = deployment;
    const [, name = ""] = toAddress(answers.MAIL_FROM ?? "").split("@");
    if (name !== made.zoneName && !name.endsWith(`.${made.zoneName}`)) {
      throw new Error(`MAIL_FROM is at ${name}, which does not belong to ${made.zoneName}.`);
    }
    const domain = await resend.findOrCreateDomain(name);
    if (domain.status !== "verified") await proveDomain(deployment, domain);
    if (!made.mailKey) await note({ mailKey: await resend.renewKey(host, domain.id) });
    await note({ mailWebhookSecret: await resend.findOrCreateWebhook(`${origin}/api/hooks/mail`) });
    return `from ${name}`;
  },
};
