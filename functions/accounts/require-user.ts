import { createMiddleware } from "hono/factory";
import type { Needs } from "#functions/kernel/database/authorization.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { continueAs, readCaller } from "#functions/kernel/http/session.ts";
import { AuthError } from "./auth-error.ts";

/**
 * Creates the middleware for calls about the caller's own account, with the errors of Supabase Auth. Calls with a
 * `change` also reject administrators who have not presented a required passkey, except `password` after a recovery
 * mail.
 */
const requireUserFor = (change?: Needs["change"]) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const caller = await readCaller(c);
    if (caller === "missing") {
      throw new AuthError(401, "no_authorization", "This endpoint requires a Bearer token");
    }
    if (caller === "invalid") {
      throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
    }
    await continueAs(c, next, caller, { change });
  });

/** Requires an active session. @throws AuthError no_authorization, bad_jwt, Refusal unauthenticated */
export const requireUser = requireUserFor();

/** Requires the same for a call that changes the account. @throws the same, Refusal passkey_required */
export const requireAccountChange = requireUserFor("account");

/** Requires the same for a call that may set the password after a recovery mail. @throws the same */
export const requirePasswordChange = requireUserFor("password");
