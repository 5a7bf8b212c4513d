import { mailPurposes } from "#functions/contract/account.ts";
import { toCountedMailbox } from "#functions/contract/email.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import {
  daySeconds as day,
  hourSeconds as hour,
  minuteSeconds as minute,
} from "#functions/kernel/durations.ts";
import type { Network } from "#functions/kernel/http/network.ts";

/**
 * A backoff. The first `free` attempts pass without a delay. Every further attempt that passes starts a delay: `first`
 * seconds, then twice as long each time, at most `longest`. Counting restarts after `quiet` seconds without attempts.
 */
type Backoff = { free: number; first: number; longest: number; quiet: number };

/**
 * A budget of `most` attempts in a period of `seconds` that starts with the first. `isTotal` marks that of all networks
 * together.
 */
export type Budget = { most: number; seconds: number; isTotal?: true };

/** An attempt limit. `key` is hexadecimal, or the SQL expression of such a key. */
export type AttemptLimit<Key extends string | Query = string | Query> = { key: Key } & (Backoff | Budget);

const passwordsOf = "passwords of";
const passwordsOfAccount = { free: 10, first: 2, longest: 15 * minute, quiet: hour };
// Passwords, passkeys, links and codes have the same limits and separate counts.
const guessesFrom = {
  unit: { free: 30, first: 2, longest: hour, quiet: hour },
  area: { most: 300, seconds: hour },
};
const passwordsFromAnywhere = { most: 3_000, seconds: hour };
// Every such change sends a mail. One account makes at most fourteen a day, fewer than the mails that are reserved for
// security (`functions/mail/store.ts`).
const signInChangesOfAccount = { free: 9, first: hour, longest: day, quiet: day };
// The twentieth code blocks further codes for a day, so no 24 hours have more than twenty.
const codesOfAddress = { free: 19, first: day, longest: day, quiet: day };
const codesFromAnywhere = { most: 600, seconds: hour };
// Mail calls count whatever their outcome, so an office behind one address needs more of them.
const mailCallsFrom = {
  unit: { free: 60, first: 2, longest: hour, quiet: hour },
  area: { most: 600, seconds: hour },
};
const signUpsFromAnywhere = { most: 1_000, seconds: hour };
// A link is valid for an hour, so one mail every half hour keeps a valid link in the mailbox. A flood of calls ends after
// five mails a day. The last link stays valid.
const mailsToAddress = [
  { free: 0, first: minute, longest: 30 * minute, quiet: hour },
  { most: 5, seconds: day },
];

/** Creates a limit for one subject. Its key is a hash, so the database stores neither the address nor the network. */
const createLimit = async (
  kind: string,
  subject: string,
  rule: Backoff | Budget,
): Promise<AttemptLimit<string>> => ({
  key: await sha256(`${kind} ${subject}`),
  ...rule,
});

/**
 * Returns the limits of a subscriber's network (`unit`) and of the area around it; none for an unknown network. The
 * narrower limit comes first, because an attempt that it rejects is not charged to the wider one.
 */
const limitNetwork = async (
  network: Network | null,
  kind: string,
  { unit, area }: { unit: Backoff; area: Budget },
): Promise<AttemptLimit<string>[]> =>
  network
    ? [
        await createLimit(`${kind} from`, network.unit, unit),
        await createLimit(`${kind} near`, network.area, area),
      ]
    : [];

/**
 * Adds the limit of all networks together to those of a network. It has no exception, because an attacker may have
 * thousands of networks in IPv6.
 */
const withTotal = async (limits: AttemptLimit[], kind: string, rule: Budget): Promise<AttemptLimit[]> => [
  ...limits,
  await createLimit(kind, "anywhere", { ...rule, isTotal: true }),
];

/** Returns the limit for passwords of an account, by its address, whether or not the account exists. */
export const limitPasswordsOf = (email: string) => createLimit(passwordsOf, email, passwordsOfAccount);

/** Returns the same limit for the account with this id, whose address only the database knows. */
export const limitOwnPasswordsOf = (accountId: string): AttemptLimit => ({
  key: sql`(
    select encode(sha256(convert_to(${`${passwordsOf} `}::text || email, 'UTF8')), 'hex')
    from accounts where id = ${accountId}
  )`,
  ...passwordsOfAccount,
});

/** Returns the limits for passwords of signed-in users from a network. Their account limits them, too. */
export const limitOwnPasswordsFrom = (network: Network | null) =>
  limitNetwork(network, "passwords", guessesFrom);

/** Returns the limits for passwords from a network and from all networks together. */
export const limitPasswordsFrom = async (network: Network | null): Promise<AttemptLimit[]> =>
  withTotal(await limitOwnPasswordsFrom(network), "passwords from", passwordsFromAnywhere);

/** Returns the limit for an account's changes of its ways to sign in, of rules and of administrators, by its id. */
export const limitSignInChangesOf = (accountId: string) =>
  createLimit("sign-in changes of", accountId, signInChangesOfAccount);

/** Returns the limits for wrong passkeys from a network. */
export const limitPasskeysFrom = (network: Network | null) => limitNetwork(network, "passkeys", guessesFrom);

/** Returns the limits for wrong links and codes from a network. */
export const limitOneTimeTokensFrom = (network: Network | null) =>
  limitNetwork(network, "one-time tokens", guessesFrom);

/** Returns the limit for wrong codes of an address, whether or not it got a mail. */
export const limitCodesOf = (email: string) => createLimit("codes of", email, codesOfAddress);

/** Returns the limits for wrong codes from a network and from all networks together. */
export const limitCodesFrom = async (network: Network | null): Promise<AttemptLimit[]> =>
  withTotal(await limitOneTimeTokensFrom(network), "codes from", codesFromAnywhere);

/** Returns the limits for calls from a network that may send a mail. */
export const limitMailCallsFrom = (network: Network | null) =>
  limitNetwork(network, "mail calls", mailCallsFrom);

/** Returns the limits for sign-ups, which cost two hashes each, from a network and from all networks together. */
export const limitSignUpsFrom = async (network: Network | null): Promise<AttemptLimit[]> =>
  withTotal(await limitMailCallsFrom(network), "sign-ups from", signUpsFromAnywhere);

/** Returns the limits for mails of one kind about a subject. */
const limitMails = (kind: string, subject: string): Promise<AttemptLimit<string>[]> =>
  Promise.all(
    mailsToAddress.map((rule) => createLimit("most" in rule ? `daily ${kind}` : kind, subject, rule)),
  );

/** Returns the limit for wrong answers of a new passkey, by the account's id. They send no mail. */
export const limitFailedRegistrationsOf = (accountId: string) =>
  createLimit("failed registrations of", accountId, passwordsOfAccount);

/** Returns the limits for changes of an account's address, by the account's id. */
export const limitEmailChangesOf = (accountId: string) => limitMails("email changes of", accountId);

/** Returns the limits for mails that ask a new mailbox to confirm, whichever account requests them. */
export const limitMailsToNewAddress = (email: string) =>
  limitMails("mails to new address", toCountedMailbox(email));

/** Returns the limits for mails of one purpose to a mailbox. Further calls get the usual response and send no mail. */
export const limitMailsTo = (email: string, purpose: string) =>
  limitMails(`mails for ${purpose}`, toCountedMailbox(email));

/**
 * Returns the keys of all limits that count an address or an account, in hexadecimal. The operator's privacy command
 * exports and erases their rows.
 */
export async function listAttemptKeys(email: string, accountId: string | null): Promise<string[]> {
  const limits = await Promise.all([
    limitPasswordsOf(email),
    limitCodesOf(email),
    limitMailsToNewAddress(email),
    ...mailPurposes.map((purpose) => limitMailsTo(email, purpose)),
    ...(accountId
      ? [
          limitEmailChangesOf(accountId),
          limitSignInChangesOf(accountId),
          limitFailedRegistrationsOf(accountId),
        ]
      : []),
  ]);
  return limits.flat().map(({ key }) => key);
}
