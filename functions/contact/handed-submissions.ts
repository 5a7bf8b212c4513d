import type { Environment } from "#functions/env.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { hourMs as hour } from "#functions/kernel/durations.ts";
import { handOver, toSender, unkeptMessage } from "#functions/mail/index.ts";
import type { NewSubmission } from "./store.ts";
import { readWaiting } from "./waiting-submission.ts";

/** How long the link in the mail puts the message into the inbox, in seconds: a month. `npm run keys` keeps older keys for as long at least. */
const lifetime = 30 * 86_400;
const purposeOf = ({ SITE_ORIGIN: issuer }: Environment) => ({
  ...{ issuer, typ: "message+jwt", audience: "handed-message" },
});

/** How many messages an isolate mails in an hour: the provider's day is for more than a flood of them. */
const mostAnHour = 30;
let mailed = { count: 0, endsAt: 0 };

/**
 * Mails a message to the company as a whole, with a link that puts it into the inbox.
 * @throws Error when the provider did not take it, or has taken many
 */
export async function mailSubmission(environment: Environment, submission: NewSubmission): Promise<void> {
  if (mailed.endsAt <= Date.now()) mailed = { count: 0, endsAt: Date.now() + hour };
  if (mailed.count >= mostAnHour) throw new Error("too many messages were mailed in this hour");
  mailed.count += 1;
  const { signingKeys, CONTACT_NOTIFY_TO: to } = environment;
  // An administrator has looked at what comes back by the link, which shall be short.
  const { screening: _, ...handed } = submission;
  const token = await signClaims(signingKeys, purposeOf(environment), { submission: handed }, lifetime);
  const { id, message } = submission;
  await handOver(id, { to, ...unkeptMessage({ id, ...message }, token, toSender(environment)) }, environment);
}

/** The message that such a link has; null for whatever is none of ours. */
export async function readHanded(environment: Environment, token: string): Promise<NewSubmission | null> {
  try {
    const claims = await readSignedClaims(environment.signingKeys, purposeOf(environment), token);
    return readWaiting(claims.submission);
  } catch {
    return null;
  }
}
