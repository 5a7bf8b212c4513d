import { createMiddleware } from "hono/factory";
import { AuthError } from "#functions/auth/auth-error.ts";
import type { AppEnv } from "#functions/context.ts";
import { authorise } from "#functions/data/authorisation.ts";
import { readCaller } from "./session.ts";

/** Lets through who holds a valid access token, in the words of Supabase Auth. @throws AuthError no_authorization, bad_jwt */
export const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  const caller = await readCaller(c);
  if (caller === "missing") {
    throw new AuthError(401, "no_authorization", "This endpoint requires a Bearer token");
  }
  if (caller === "invalid") {
    throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
  }
  c.set("caller", caller);
  c.set("authorised", authorise(c.var.database, caller, { limits: c.var.environment }));
  await next();
});
