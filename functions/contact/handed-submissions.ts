import * as v from "valibot";
import type { Environment } from "#functions/env.ts";
import { readSignedClaims, signClaims } from "#functions/kernel/crypto/signed-claims.ts";
import { hourMs } from "#functions/kernel/durations.ts";
import { deliverMail, toSender, unkeptMessage } from "#functions/mail/index.ts";
import { type NewSubmission, waitingMessage } from "./store.ts";

/**
 * Lifetime of the link that stores the mailed message, in seconds: 30 days. `npm run keys` keeps older keys at least as
 * long.
 */
const lifetimeSeconds = 30 * 86_400;
const purpose = { typ: "message+jwt", audience: "handed-message" };

/**
 * Maximum number of messages that an isolate mails in an hour, so that a flood does not spend the provider's daily
 * quota.
 */
const maxMailsPerHour = 30;
let mailWindow = { count: 0, endsAt: 0 };

/**
 * Mails a whole message to the company, with a link that stores it in the inbox. It is the last resort while neither
 * database nor spool accepts the message.
 * @throws Error if the provider rejects the mail, or after too many mails
 */
export async function mailSubmission(environment: Environment, submission: NewSubmission): Promise<void> {
  if (mailWindow.endsAt <= Date.now()) mailWindow = { count: 0, endsAt: Date.now() + hourMs };
  if (mailWindow.count >= maxMailsPerHour) throw new Error("too many mailed messages in this hour");
  mailWindow.count += 1;
  const { signingKeys, SITE_ORIGIN: issuer, CONTACT_NOTIFY_TO: to } = environment;
  // The link must be short, and an administrator has read the message before it is stored. So the screening is omitted.
  const { screening: _, ...linkedSubmission } = submission;
  const token = await signClaims(
    signingKeys,
    { issuer, ...purpose },
    { submission: linkedSubmission },
    lifetimeSeconds,
  );
  const { id, message, files } = submission;
  const mail = await unkeptMessage({ id, ...message, files }, token, toSender(environment));
  await deliverMail(id, { to, ...mail }, environment);
}

const claims = v.pipe(
  v.object({ submission: waitingMessage }),
  v.transform(({ submission }) => submission),
);

/** Returns the message of such a link; null for a token that is foreign or not valid now. */
export const readHandedSubmission = ({ signingKeys, SITE_ORIGIN: issuer }: Environment, token: string) =>
  readSignedClaims(signingKeys, { issuer, ...purpose }, claims, token);
