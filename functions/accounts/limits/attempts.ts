import { mailPurposes } from "#functions/contract/account.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
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
 * A budget of `most` attempts in a period of `seconds` that starts with the first. When it is spent, attempts still
 * pass from areas with few failures: `exemption` has the key of the area's limit and the most failures it may have.
 */
type Budget = { most: number; seconds: number; exemption?: { key: string; maxAreaFailures: number } };

/** An attempt limit; `key` is hexadecimal. */
export type AttemptLimit = { key: string } & (Backoff | Budget);

const passwordsOfAccount = { free: 10, first: 2, longest: 15 * minute, quiet: hour };
// Passwords, passkeys, links and codes have the same limits and separate counts.
const guessesFrom = {
  unit: { free: 30, first: 2, longest: hour, quiet: hour },
  area: { most: 300, seconds: hour },
};
const passwordsFromAnywhere = { most: 3_000, seconds: hour };
// Every such change sends a mail to the owner.
const signInChangesOfAccount = { free: 20, first: minute, longest: hour, quiet: hour };
// The twentieth code blocks further codes for a day, so no 24 hours have more than twenty.
const codesOfAddress = { free: 19, first: day, longest: day, quiet: day };
const codesFromAnywhere = { most: 600, seconds: hour };
// Mail calls count whatever their outcome, so an office behind one address needs more of them.
const mailCallsFrom = {
  unit: { free: 60, first: 2, longest: hour, quiet: hour },
  area: { most: 600, seconds: hour },
};
const signUpsFromAnywhere = { most: 1_000, seconds: hour };
// A link is valid for an hour, so one mail every half hour keeps a valid link in the mailbox.
const mailsToAddress = { free: 0, first: minute, longest: 30 * minute, quiet: hour };

const limit = async (kind: string, subject: string, rule: Backoff | Budget): Promise<AttemptLimit> => ({
  key: await sha256(`${kind} ${subject}`),
  ...rule,
});

type FromNetwork = { unit: Backoff; area: Budget };

// Ordered from the narrowest to the widest network: an attempt that one limit rejects charges no wider limit.
const limitsFrom = (kind: string, rules: FromNetwork, network: Network | null): Promise<AttemptLimit>[] =>
  network
    ? [limit(`${kind} from`, network.unit, rules.unit), limit(`${kind} near`, network.area, rules.area)]
    : [];

// Attackers can spend a total from many networks. It then blocks only areas with more failures than this.
const exemptAreaFailures = 10;
const withExemption = (totalLimit: AttemptLimit, [, areaLimit]: AttemptLimit[]): AttemptLimit =>
  areaLimit
    ? { ...totalLimit, exemption: { key: areaLimit.key, maxAreaFailures: exemptAreaFailures } }
    : totalLimit;

/** Returns the limit for passwords of an account, by its address, whether or not the account exists. */
export const limitPasswordsOf = (email: string) => limit("passwords of", email, passwordsOfAccount);

/** Returns the limits for passwords from a network and from all networks together. */
export async function limitPasswordsFrom(network: Network | null): Promise<AttemptLimit[]> {
  const networkLimits = await Promise.all(limitsFrom("passwords", guessesFrom, network));
  return [
    ...networkLimits,
    withExemption(await limit("passwords from", "anywhere", passwordsFromAnywhere), networkLimits),
  ];
}

/** Returns the limit for changes of an account's passkeys and recovery codes, by the account's id. */
export const limitSignInChangesOf = (accountId: string) =>
  limit("sign-in changes of", accountId, signInChangesOfAccount);

/** Returns the limits for wrong passkeys from a network. */
export const limitPasskeysFrom = (network: Network | null) =>
  Promise.all(limitsFrom("passkeys", guessesFrom, network));

/** Returns the limits for wrong links and codes from a network. */
export const limitOneTimeTokensFrom = (network: Network | null) =>
  Promise.all(limitsFrom("one-time tokens", guessesFrom, network));

/**
 * Returns the limits for wrong codes of an address, whether or not it got a mail, and from all networks together.
 * Charge the attempt to `limitOneTimeTokensFrom` of the network first: an area with few failures passes a spent total.
 */
export async function limitCodesOf(
  email: string,
  network: Network | null,
): Promise<[AttemptLimit, AttemptLimit]> {
  const [addressLimit, totalLimit, networkLimits] = await Promise.all([
    limit("codes of", email, codesOfAddress),
    limit("codes from", "anywhere", codesFromAnywhere),
    limitOneTimeTokensFrom(network),
  ]);
  return [addressLimit, withExemption(totalLimit, networkLimits)];
}

/** Returns the limits for calls from a network that may send a mail. */
export const limitMailCallsFrom = (network: Network | null) =>
  Promise.all(limitsFrom("mail calls", mailCallsFrom, network));

/** Returns the limits for sign-ups, which cost two hashes each, from a network and from all networks together. */
export async function limitSignUpsFrom(network: Network | null): Promise<AttemptLimit[]> {
  const networkLimits = await limitMailCallsFrom(network);
  return [
    ...networkLimits,
    withExemption(await limit("sign-ups from", "anywhere", signUpsFromAnywhere), networkLimits),
  ];
}

/** Returns the limit for changes of an account's address, by the account's id. */
export const limitEmailChangesOf = (accountId: string) =>
  limit("email changes of", accountId, mailsToAddress);

/** Returns the limit for mails that ask a new address to confirm, whichever account requests them. */
export const limitMailsToNewAddress = (email: string) => limit("mails to new address", email, mailsToAddress);

/** Returns the limit for mails of one purpose to an address. Further calls get the usual response and send no mail. */
export const limitMailsTo = (email: string, purpose: string) =>
  limit(`mails for ${purpose}`, email, mailsToAddress);

/** Returns the keys of all limits that count an address or an account, in hexadecimal. */
export async function listAttemptKeys(email: string, accountId: string | null): Promise<string[]> {
  const limits = await Promise.all([
    limitPasswordsOf(email),
    limitMailsToNewAddress(email),
    ...mailPurposes.map((purpose) => limitMailsTo(email, purpose)),
    ...(accountId ? [limitEmailChangesOf(accountId), limitSignInChangesOf(accountId)] : []),
  ]);
  const [codes] = await limitCodesOf(email, null);
  return [...limits, codes].map(({ key }) => key);
}
