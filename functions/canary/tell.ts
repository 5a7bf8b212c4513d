import { path } from "#cms/content/site.ts";
import { uuidOf } from "#functions/auth/digest.ts";
import type { Environment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/log.ts";
import { handOver } from "#functions/mail/deliver.ts";
import { writeLetter } from "#functions/mail/letter.ts";
import { toSender } from "#functions/mail/mail.ts";
import type { News } from "./words.ts";

// Administrators read Spanish, like the company.
const language = "es";
/** How long the second way may take, in milliseconds. */
const timeout = 5_000;

/**
 * Tells the administrators by every way that does not need what may be away: a push, and a mail that no database knows of. Answers
 * whether one of them took it, or there is none; what did not is in the log. `occasion` keeps the same mail from being sent twice.
 */
export async function tell(environment: Environment, news: News, occasion: string): Promise<boolean> {
  const ways = [
    ...(environment.PUSH_URL ? [push(environment, environment.PUSH_URL, news)] : []),
    ...(environment.CONTACT_ALERT_TO
      ? [mail(environment, environment.CONTACT_ALERT_TO, news, occasion)]
      : []),
  ];
  const outcomes = await Promise.allSettled(ways);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      logLine({ event: "canary_not_told", ...describeFault(outcome.reason) });
  }
  return outcomes.length === 0 || outcomes.some(({ status }) => status === "fulfilled");
}

// The text is the body, as ntfy takes it and most others do: whoever receives it reads two lines.
async function push(environment: Environment, address: string, { title, text }: News): Promise<void> {
  const { PUSH_TOKEN: token } = environment;
  const response = await fetch(address, {
    method: "POST",
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: `${title}\n${text}`,
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the push was answered ${response.status}`);
}

async function mail(
  environment: Environment,
  to: string,
  { title, text }: News,
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
  await handOver(await uuidOf(`canary ${occasion}`), { to, ...letter }, environment);
}
