import type { Context } from "hono";
import { defaultLanguage, type Language, languageAt } from "#cms/content/site.ts";
import { passwordLength } from "#functions/contract/account.ts";
import { hasLineBreak, toPlainEmail } from "#functions/contract/characters.ts";
import { emailPattern, limits } from "#functions/contract/contact.ts";
import { type Client, readClient } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { AuthError } from "./auth-error.ts";
import { limitPasswordsFrom, limitPasswordsOf, limitSignInChangesOf } from "./limits/attempts.ts";
import type { Attempt, PasswordAttempt } from "./limits/store.ts";
import type { SignInChange } from "./passkeys/store.ts";
import { companyWords, passwordFaults } from "./passwords/rules.ts";
import { giveBackAttempt } from "./sessions/sign-in.ts";

/** A change of how the caller signs in, to be counted. */
export const toSignInChange = async (c: Context<AppEnv>): Promise<SignInChange> => ({
  client: readClient(c),
  limits: c.var.environment,
  attempt: { id: crypto.randomUUID(), limits: [await limitSignInChangesOf(c.var.caller.accountId)] },
});

/**
 * Refuses a call that wants PKCE: the links of the mails prove an address by themselves, and a client that waits for a
 * code to exchange would wait in vain. @throws AuthError validation_failed
 */
export function refusePkce({ code_challenge }: { code_challenge: string }): void {
  if (!code_challenge) return;
  throw new AuthError(
    422,
    "validation_failed",
    'PKCE is not offered: use the client with flowType "implicit"',
  );
}

/** The refusal of what is about a phone. */
export const phoneDisabled = (): AuthError =>
  new AuthError(422, "phone_provider_disabled", "Phone numbers are not offered");

/** An address as accounts are kept by. @throws AuthError validation_failed */
export function readEmail(given: string): string {
  const email = toPlainEmail(given);
  // Before it is in lower case: some signs that are no ASCII, such as the Kelvin sign, have an ASCII letter for theirs.
  if (hasLineBreak(given) || email.length > limits.email || !emailPattern.test(email)) {
    throw new AuthError(400, "validation_failed", "Unable to validate email address: invalid format");
  }
  return email.toLowerCase();
}

/** The refusal of a call that leaves out whose account it is about, or the password to be. */
export const missingCredentials = (): AuthError =>
  new AuthError(400, "validation_failed", "You must provide either an email or phone number and a password");

/** Refuses a password that is easy to guess. @throws AuthError weak_password */
export async function requireStrongPassword(
  c: Context<AppEnv>,
  password: string,
  email: string,
): Promise<void> {
  const reasons = await passwordFaults(password, { email, company: companyWords(c.var.environment) });
  if (reasons.length === 0) return;
  const message = reasons.includes("length")
    ? `Password should be between ${passwordLength.minimum} and ${passwordLength.maximum} characters.`
    : "Password is known to be weak and easy to guess, please choose a different one.";
  throw new AuthError(422, "weak_password", message, { reasons });
}

/** The language that mails of this call are written in: that of the page that the client wants to come back to. */
export function readLanguage(c: Context<AppEnv>): Language {
  const page = URL.parse(c.req.query("redirect_to") ?? "");
  return page?.origin === c.var.environment.SITE_ORIGIN ? languageAt(page.pathname) : defaultLanguage;
}

/** An attempt at the password of the account with this address, to be counted. */
export async function passwordAttempt({ network }: Client, email: string): Promise<PasswordAttempt> {
  const [account, from] = await Promise.all([limitPasswordsOf(email), limitPasswordsFrom(network)]);
  return { id: crypto.randomUUID(), account, network: from };
}

/**
 * Waits until so many hashes can be computed for an attempt that has been counted, if any is; it is given back where there is no time for
 * them. @throws AuthError over_request_rate_limit
 */
export async function takeHashingTurn(
  c: Context<AppEnv>,
  hashes: number,
  attempt: Attempt | null,
): Promise<void> {
  try {
    await c.var.passwords.hashingTurn(hashes);
  } catch (error) {
    if (attempt && error instanceof AuthError) await giveBackAttempt(c.var.database, attempt);
    throw error;
  }
}
