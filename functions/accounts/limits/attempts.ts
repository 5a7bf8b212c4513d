import { mailPurposes } from "#functions/contract/account.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import {
  daySeconds as day,
  hourSeconds as hour,
  minuteSeconds as minute,
} from "#functions/kernel/durations.ts";
import type { Network } from "#functions/kernel/http/network.ts";

/**
 * The first `free` attempts go through; from then on each one that does starts a backoff, `first` seconds and then twice as
 * long each time, `longest` at most. After `quiet` seconds without any it begins anew.
 */
type Backoff = { free: number; first: number; longest: number; quiet: number };

/**
 * `most` attempts go through within `seconds`, counted from the first of them. Once they are used up, one still does from where
 * little was tried: `calm` names the count of what is near, and how much of it that is.
 */
type Budget = { most: number; seconds: number; calm?: { key: string; below: number } };

/** How often something may be tried; `key` in hexadecimal. */
export type AttemptLimit = { key: string } & (Backoff | Budget);

const passwordsOfAccount = { free: 10, first: 2, longest: 15 * minute, quiet: hour };
const passwordsFrom = {
  unit: { free: 30, first: 2, longest: hour, quiet: hour },
  area: { most: 300, seconds: hour },
  anywhere: { most: 3_000, seconds: hour },
};
const oneTimeTokensFrom = {
  unit: { free: 30, first: 2, longest: hour, quiet: hour },
  area: { most: 300, seconds: hour },
};
const passkeysFrom = {
  unit: { free: 30, first: 2, longest: hour, quiet: hour },
  area: { most: 300, seconds: hour },
};
// Each makes a mail to the owner.
const signInChangesOfAccount = { free: 20, first: minute, longest: hour, quiet: hour };
// The twentieth in less than a day ends them for a day: no 24 hours have more.
const codesOfAddress = { free: 19, first: day, longest: day, quiet: day };
const codesFromAnywhere = { most: 600, seconds: hour };
// Counted whatever their outcome, unlike the others: an office behind one address needs more of them.
const mailCallsFrom = {
  unit: { free: 60, first: 2, longest: hour, quiet: hour },
  area: { most: 600, seconds: hour },
};
const signUpsFromAnywhere = { most: 1_000, seconds: hour };
// While a link lives for an hour, one mail in half an hour is enough for one to be in the mailbox.
const mailsToAddress = { free: 0, first: minute, longest: 30 * minute, quiet: hour };

const limit = async (kind: string, subject: string, rule: Backoff | Budget): Promise<AttemptLimit> => ({
  key: await sha256(`${kind} ${subject}`),
  ...rule,
});

type FromNetwork = { unit: Backoff; area: Budget };

// From the narrowest to the widest: what one of them refuses uses up nothing of the next.
const limitsFrom = (kind: string, rules: FromNetwork, network: Network | null): Promise<AttemptLimit>[] =>
  network
    ? [limit(`${kind} from`, network.unit, rules.unit), limit(`${kind} near`, network.area, rules.area)]
    : [];

// What is everyone's is not used up by someone who tries from many networks: it is then refused to these alone.
const calmBelow = 10;
const withCalm = (anywhere: AttemptLimit, [, near]: AttemptLimit[]): AttemptLimit =>
  near ? { ...anywhere, calm: { key: near.key, below: calmBelow } } : anywhere;

/** Passwords tried on an account, by its address, whether there is one or not. */
export const limitPasswordsOf = (email: string) => limit("passwords of", email, passwordsOfAccount);

/** Passwords tried from a network, and from anywhere. */
export async function limitPasswordsFrom(network: Network | null): Promise<AttemptLimit[]> {
  const own = await Promise.all(limitsFrom("passwords", passwordsFrom, network));
  return [...own, withCalm(await limit("passwords from", "anywhere", passwordsFrom.anywhere), own)];
}

/** Changes of passkeys and recovery codes that the owner of an account makes, by its id. */
export const limitSignInChangesOf = (accountId: string) =>
  limit("sign-in changes of", accountId, signInChangesOfAccount);

/** Wrong passkeys tried from a network. */
export const limitPasskeysFrom = (network: Network | null) =>
  Promise.all(limitsFrom("passkeys", passkeysFrom, network));

/** Wrong links and codes tried from a network. */
export const limitOneTimeTokensFrom = (network: Network | null) =>
  Promise.all(limitsFrom("one-time tokens", oneTimeTokensFrom, network));

/**
 * Wrong codes: those that were tried on an address, whether one was mailed to it or not, and from anywhere. The attempt is charged to the
 * limits of `limitOneTimeTokensFrom` of the same network before: a code from a network with few failures passes a used-up total.
 */
export async function limitCodesOf(
  email: string,
  network: Network | null,
): Promise<[AttemptLimit, AttemptLimit]> {
  const [ofAddress, anywhere, own] = await Promise.all([
    limit("codes of", email, codesOfAddress),
    limit("codes from", "anywhere", codesFromAnywhere),
    limitOneTimeTokensFrom(network),
  ]);
  return [ofAddress, withCalm(anywhere, own)];
}

/** Calls from a network that may make a mail. */
export const limitMailCallsFrom = (network: Network | null) =>
  Promise.all(limitsFrom("mail calls", mailCallsFrom, network));

/** Sign-ups from a network, and from anywhere: each costs two hashes. */
export async function limitSignUpsFrom(network: Network | null): Promise<AttemptLimit[]> {
  const own = await limitMailCallsFrom(network);
  return [...own, withCalm(await limit("sign-ups from", "anywhere", signUpsFromAnywhere), own)];
}

/** Changes of address that the owner of an account asks for, by its id. */
export const limitEmailChangesOf = (accountId: string) =>
  limit("email changes of", accountId, mailsToAddress);

/** Mails that ask an address whether an account may have it, whoever asks. */
export const limitMailsToNewAddress = (email: string) => limit("mails to new address", email, mailsToAddress);

/** Mails of one purpose to an address; a caller who asks for more of them gets the usual answer and no mail. */
export const limitMailsTo = (email: string, purpose: string) =>
  limit(`mails for ${purpose}`, email, mailsToAddress);

/** The keys of everything that is counted of a person, by their address and their account's id, in hexadecimal. */
export async function attemptKeysOf(email: string, accountId: string | null): Promise<string[]> {
  const limits = await Promise.all([
    limitPasswordsOf(email),
    limitMailsToNewAddress(email),
    ...mailPurposes.map((purpose) => limitMailsTo(email, purpose)),
    ...(accountId ? [limitEmailChangesOf(accountId), limitSignInChangesOf(accountId)] : []),
  ]);
  const [codes] = await limitCodesOf(email, null);
  return [...limits, codes].map(({ key }) => key);
}
