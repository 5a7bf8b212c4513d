import { sha256 } from "./digest.ts";

/**
 * How often something may be tried. The first `free` attempts of an hour go through; from then on each one that does
 * starts a backoff, `first` seconds and then twice as long each time, `longest` at most.
 */
export type AttemptLimit = { key: string; free: number; first: number; longest: number };

const passwordsOfAccount = { free: 10, first: 2, longest: 15 * 60 };
const passwordsFromNetwork = { free: 30, first: 2, longest: 60 * 60 };
const oneTimeTokensFromNetwork = { free: 30, first: 2, longest: 60 * 60 };
// Counted whatever their outcome, unlike the others: an office behind one address needs more of them.
const mailCallsFromNetwork = { free: 60, first: 2, longest: 60 * 60 };
// While a link lives for an hour, one mail in half an hour is enough for one to be in the mailbox.
const mailsToAddress = { free: 0, first: 60, longest: 30 * 60 };

const limit = async (
  kind: string,
  subject: string,
  rule: Omit<AttemptLimit, "key">,
): Promise<AttemptLimit> => ({
  key: await sha256(`${kind} ${subject}`),
  ...rule,
});

/** Passwords tried on an account, by its address, whether there is one or not. */
export const limitPasswordsOf = (email: string) => limit("passwords of", email, passwordsOfAccount);

/** Passwords tried from a network. */
export const limitPasswordsFrom = (unit: string) => limit("passwords from", unit, passwordsFromNetwork);

/** Wrong links and codes tried from a network. */
export const limitOneTimeTokensFrom = (unit: string) =>
  limit("one-time tokens from", unit, oneTimeTokensFromNetwork);

/** Calls from a network that may make a mail. */
export const limitMailCallsFrom = (unit: string) => limit("mail calls from", unit, mailCallsFromNetwork);

/** Changes of address that the owner of an account asks for, by its id. */
export const limitEmailChangesOf = (accountId: string) =>
  limit("email changes of", accountId, mailsToAddress);

/** Mails of one purpose to an address; a caller who asks for more of them gets the usual answer and no mail. */
export const limitMailsTo = (email: string, purpose: string) =>
  limit(`mails for ${purpose}`, email, mailsToAddress);
