import { createMiddleware } from "hono/factory";
import type { AppEnv, Needs } from "#functions/kernel/http/context.ts";
import { continueAs, readCaller } from "#functions/kernel/http/session.ts";
import { AuthError } from "./auth-error.ts";

/**
 * Creates the middleware for calls about the caller's own account, which are work of the service `auth` and have the
 * errors of Supabase Auth. Calls with a `change` also reject administrators who have not presented a required passkey, except `password` after a recovery
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
    await continueAs(c, next, caller, { change, service: "auth" });
  });

/** Requires an active session. @throws AuthError no_authorization, bad_jwt, Refusal unauthenticated */
export const requireUser = requireUserFor();

/** Requires the same for a call that changes the account. @throws the same, Refusal passkey_required */
export const requireAccountChange = requireUserFor("account");

/** Requires the same for a call that may set the password after a recovery mail. @throws the same */
export const requirePasswordChange = requireUserFor("password");

/** Requires the same as a change of the account, except of a session that ends only itself. @throws the same */
export const requireSignOut = createMiddleware<AppEnv>((c, next) =>
  (c.req.query("scope") === "local" ? requireUser : requireAccountChange)(c, next),
);
