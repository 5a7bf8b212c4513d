import type { Context } from "hono";
import { AuthError } from "#functions/accounts/auth-error.ts";
import type { Attempt } from "#functions/accounts/limits/store.ts";
import { giveBackAttempt } from "#functions/accounts/sessions/sign-in.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";

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
