import type { Context } from "hono";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { passwordAttempt, takeHashingTurn } from "#functions/accounts/input.ts";
import { type PasswordAttempt, toAttempt } from "#functions/accounts/limits/store.ts";
import { recordFailure } from "#functions/accounts/sessions/sign-in.ts";
import { getAddress } from "#functions/accounts/store.ts";
import { type Client, readClient } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { getOwner, type Owner } from "./store.ts";

const passwordRequired = () =>
  new AuthError(400, "current_password_required", "Current password required for this change.");
const passwordInvalid = () =>
  new AuthError(400, "current_password_invalid", "The current password is not correct.");

/** The signed-in user, and the attempt by which they have given the current password; null where they gave none. */
export type ProvenOwner = { owner: Owner; client: Client; attempt: PasswordAttempt | null };

/**
 * Reads the signed-in user and verifies the current password, where one is given. A wrong one is a failed sign-in: it
 * counts against the account like one.
 * @throws AuthError current_password_invalid, TooManyAttempts, Refusal unauthenticated
 */
export async function proveOwner(c: Context<AppEnv>, currentPassword: string): Promise<ProvenOwner> {
  const { database, environment, caller, passwords } = c.var;
  const client = readClient(c);
  const email = await getAddress(c.var.authorised, caller.accountId);
  const attempt = currentPassword ? await passwordAttempt(client, email) : null;
  const owner = await getOwner(database, caller, { limits: environment, attempt });
  if (attempt) await takeHashingTurn(c, 1, toAttempt(attempt));
  if (attempt && !passwords.verifyPassword(currentPassword, owner.passwordHash).valid) {
    await recordFailure(database, client, { ...caller, attempt });
    throw passwordInvalid();
  }
  return { owner, client, attempt };
}

/**
 * Refuses what gives an account into other hands, its password and its address, unless the caller has shown just now to be
 * its owner: by the current password, by a passkey, by a mail for who has forgotten it, or because there is none yet.
 * @throws AuthError current_password_required
 */
export function requireRecentProof({ owner, attempt }: ProvenOwner): void {
  if (!attempt && !owner.mayOmitPassword) throw passwordRequired();
}

/** The attempt by which the current password was given, for what asks for that alone. @throws AuthError current_password_required */
export function requirePassword({ attempt }: ProvenOwner): PasswordAttempt {
  if (!attempt) throw passwordRequired();
  return attempt;
}
