import type { Context } from "hono";
import { defaultLanguage, type Language, languageAt } from "#cms/content/site.ts";
import { passwordLength } from "#functions/contract/account.ts";
import { hasLineBreak, toPlainEmail } from "#functions/contract/characters.ts";
import { isAddress } from "#functions/contract/email.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { AuthError } from "./auth-error.ts";
import {
  limitOwnPasswordsFrom,
  limitOwnPasswordsOf,
  limitPasswordsFrom,
  limitPasswordsOf,
} from "./limits/attempts.ts";
import { type Attempt, refundQueries } from "./limits/store.ts";
import { findPasswordFaults, listCompanyWords } from "./passwords/rules.ts";

/**
 * Rejects a call that requests PKCE. Links in mails prove an address by themselves, so a client that waits for a code
 * to exchange would never get one.
 * @throws AuthError validation_failed
 */
export function refusePkce({ code_challenge }: { code_challenge: string }): void {
  if (!code_challenge) return;
  throw new AuthError(
    422,
    "validation_failed",
    'PKCE is not offered: use the client with flowType "implicit"',
  );
}

export const phoneDisabled = (): AuthError =>
  new AuthError(422, "phone_provider_disabled", "Phone numbers are not offered");

/** Returns an address in the form that accounts store, in lower case. @throws AuthError validation_failed */
export function readEmail(submittedEmail: string): string {
  const email = toPlainEmail(submittedEmail);
  // The check precedes lowercasing, which turns some non-ASCII characters, such as the Kelvin sign, into ASCII letters.
  if (hasLineBreak(submittedEmail) || !isAddress(email)) {
    throw new AuthError(400, "validation_failed", "Unable to validate email address: invalid format");
  }
  return email.toLowerCase();
}

export const missingCredentials = (): AuthError =>
  new AuthError(400, "validation_failed", "You must provide either an email or phone number and a password");

/** Rejects a password that is easy to guess. @throws AuthError weak_password */
export async function requireStrongPassword(
  c: Context<AppEnv>,
  password: string,
  email: string,
): Promise<void> {
  const reasons = await findPasswordFaults(password, { email, company: listCompanyWords(c.var.environment) });
  if (reasons.length === 0) return;
  const message = reasons.includes("length")
    ? `Password should be between ${passwordLength.minimum} and ${passwordLength.maximum} characters.`
    : "Password is known to be weak and easy to guess, please choose a different one.";
  throw new AuthError(422, "weak_password", message, { reasons });
}

/** Returns the language for mails of this call: that of the page in `redirect_to`, or else the default. */
export function readLanguage(c: Context<AppEnv>): Language {
  const page = URL.parse(c.req.query("redirect_to") ?? "");
  return page?.origin === c.var.environment.SITE_ORIGIN ? languageAt(page.pathname) : defaultLanguage;
}

/**
 * Creates an attempt at the password of the account with this address. The network is charged first, so guesses from a
 * blocked network do not count against the account.
 */
export const createPasswordAttempt = async ({ network }: Client, email: string): Promise<Attempt> => ({
  id: crypto.randomUUID(),
  limits: [...(await limitPasswordsFrom(network)), await limitPasswordsOf(email)],
});

/**
 * Creates an attempt of a signed-in user at the own password or recovery code. The total of all networks does not
 * limit it, so an attacker who spends that total stops no open session.
 */
export const createOwnPasswordAttempt = async (
  { network }: Client,
  { accountId }: Caller,
): Promise<Attempt> => ({
  id: crypto.randomUUID(),
  limits: [...(await limitOwnPasswordsFrom(network)), limitOwnPasswordsOf(accountId)],
});

/**
 * Waits for a turn to compute `hashCount` password hashes. If too many hashes wait, the charged attempt is refunded.
 * @throws AuthError over_request_rate_limit
 */
export async function takeHashingTurn(
  c: Context<AppEnv>,
  hashCount: number,
  attempt: Attempt | null,
): Promise<void> {
  try {
    await c.var.passwords.awaitHashingTurn(hashCount);
  } catch (error) {
    if (attempt && error instanceof AuthError) {
      await c.var.database.run("auth", { refund: refundQueries(attempt) });
    }
    throw error;
  }
}
