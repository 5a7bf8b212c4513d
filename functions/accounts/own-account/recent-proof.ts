import type { Context } from "hono";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { createPasswordAttempt, takeHashingTurn } from "#functions/accounts/input.ts";
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

/** The signed-in user, and the attempt with the correct current password; null if the request has no password. */
export type ProvenOwner = { owner: Owner; client: Client; attempt: PasswordAttempt | null };

/**
 * Reads the signed-in user and verifies the current password, if the request has one. A wrong password counts as a
 * failed sign-in of the account.
 * @throws AuthError current_password_invalid, TooManyAttempts, Refusal unauthenticated
 */
export async function proveOwner(c: Context<AppEnv>, currentPassword: string): Promise<ProvenOwner> {
  const { database, environment, caller, passwords } = c.var;
  const client = readClient(c);
  const email = await getAddress(c.var.authorised, caller.accountId);
  const attempt = currentPassword ? await createPasswordAttempt(client, email) : null;
  const owner = await getOwner(database, caller, { limits: environment, attempt });
  if (attempt) await takeHashingTurn(c, 1, toAttempt(attempt));
  if (attempt && !passwords.verifyPassword(currentPassword, owner.passwordHash).valid) {
    await recordFailure(database, client, { ...caller, attempt });
    throw passwordInvalid();
  }
  return { owner, client, attempt };
}

/**
 * Rejects a change of password or address without a recent proof of ownership. The current password, a passkey or a
 * recovery mail is a proof. An account without a password needs none.
 * @throws AuthError current_password_required
 */
export function requireRecentProof({ owner, attempt }: ProvenOwner): void {
  if (!attempt && !owner.mayOmitPassword) throw passwordRequired();
}

/**
 * Returns the attempt with the current password, for calls that accept no other proof.
 * @throws AuthError current_password_required
 */
export function requirePassword({ attempt }: ProvenOwner): PasswordAttempt {
  if (!attempt) throw passwordRequired();
  return attempt;
}
