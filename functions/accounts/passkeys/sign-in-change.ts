import type { Context } from "hono";
import { limitSignInChangesOf } from "#functions/accounts/limits/attempts.ts";
import { readClient } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import type { SignInChange } from "./store.ts";

/** A change of how the caller signs in, to be counted. */
export const toSignInChange = async (c: Context<AppEnv>): Promise<SignInChange> => ({
  client: readClient(c),
  limits: c.var.environment,
  attempt: { id: crypto.randomUUID(), limits: [await limitSignInChangesOf(c.var.caller.accountId)] },
});
