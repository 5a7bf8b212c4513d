import type { Context } from "hono";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { recordFailure } from "#functions/accounts/events.ts";
import { createOwnPasswordAttempt, takeHashingTurn } from "#functions/accounts/input.ts";
import type { Attempt } from "#functions/accounts/limits/store.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { getOwner, type Owner } from "./store.ts";

/** The signed-in user, and the attempt with the correct current password; null if the request has no password. */
export type ProvenOwner = { owner: Owner; attempt: Attempt | null };

/**
 * Reads the signed-in user and verifies the current password if the request has one; otherwise the caller requires
 * another proof. A wrong password counts as a failed sign-in of the account.
 * @throws AuthError current_password_invalid, over_request_rate_limit, TooManyAttempts, Refusal unauthenticated
 */
export async function proveOwner(c: Context<AppEnv>, currentPassword: string): Promise<ProvenOwner> {
  const { caller, client } = c.var;
  const attempt = currentPassword ? await createOwnPasswordAttempt(client, caller) : null;
  const owner = await getOwner(c.var, attempt);
  if (attempt) await takeHashingTurn(c, 1, attempt);
  if (attempt && !c.var.passwords.verifyPassword(currentPassword, owner.passwordHash).valid) {
    await recordFailure(c.var, attempt, "passwords", c.var.caller);
    throw new AuthError(400, "current_password_invalid", "The current password is not correct.");
  }
  return { owner, attempt };
}
