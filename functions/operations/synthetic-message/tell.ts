import { path } from "#cms/content/site.ts";
import type { Environment } from "#functions/env.ts";
import { toUuid } from "#functions/kernel/crypto/digest.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { handOver, toSender, writeLetter } from "#functions/mail/index.ts";
import type { AlertText } from "./words.ts";

// Administrators read Spanish, like the company.
const language = "es";

/**
 * Mails `CONTACT_ALERT_TO`, or else `CONTACT_NOTIFY_TO`, directly through the provider, without the database. Logs a
 * failure.
 * @param occasion idempotency key that prevents a second mail for the same event
 * @returns whether the provider accepted the mail
 */
export async function mailAlertWithoutDatabase(
  environment: Environment,
  alert: AlertText,
  occasion: string,
): Promise<boolean> {
  try {
    await mail(environment, environment.CONTACT_ALERT_TO ?? environment.CONTACT_NOTIFY_TO, alert, occasion);
    return true;
  } catch (fault) {
    logLine({ event: "canary_not_told", ...describeFault(fault) });
    return false;
  }
}

async function mail(
  environment: Environment,
  to: string,
  { title, text }: AlertText,
  occasion: string,
): Promise<void> {
  const sender = toSender(environment);
  const { brand, siteOrigin } = sender;
  const letter = writeLetter(
    {
      language,
      subject: `${title} · ${brand}`,
      preheader: text,
      title,
      paragraphs: [text],
      action: { label: "Abrir el buzón", address: `${siteOrigin}${path("inbox", language)}` },
      notes: [],
    },
    sender,
  );
  await handOver(await toUuid(`canary ${occasion}`), { to, ...letter }, environment);
}
