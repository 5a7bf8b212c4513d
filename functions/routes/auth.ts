// Accounts, in the wire protocol of Supabase Auth: sign in, refresh, sign out, who am I.
// Who: anyone for tokens and settings, signed in for the rest. Problems: AuthErrorCode.
import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as v from "valibot";
import { AuthError } from "../auth/auth-error.ts";
import type { AppEnv } from "../context.ts";
import { readAccount } from "../data/accounts.ts";
import { authorise } from "../data/authorisation.ts";
import { endSessions, signOutScopes } from "../data/sessions.ts";
import { readCaller } from "../middleware/session.ts";
import { passwordGrant, refreshTokenGrant } from "./token-grants.ts";
import { wireUser } from "./wire-user.ts";

const requireUser = createMiddleware<AppEnv>(async (c, next) => {
  const caller = await readCaller(c);
  if (caller === "missing") {
    throw new AuthError(401, "no_authorization", "This endpoint requires a Bearer token");
  }
  if (caller === "invalid") {
    throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
  }
  c.set("caller", caller);
  c.set("authorised", authorise(c.var.database, caller));
  await next();
});

const scope = v.picklist(signOutScopes);

export const auth = new Hono<AppEnv>()
  .post("/token", async (c) => {
    const grant = c.req.query("grant_type");
    if (grant === "password") return c.json(await passwordGrant(c));
    if (grant === "refresh_token") return c.json(await refreshTokenGrant(c));
    throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
  })
  .post("/logout", requireUser, async (c) => {
    const wanted = v.safeParse(scope, c.req.query("scope") || "global");
    if (!wanted.success) throw new AuthError(400, "validation_failed", "Unsupported logout scope");
    await endSessions(c.var.database, c.var.caller, wanted.output);
    return c.body(null, 204);
  })
  .get("/user", requireUser, async (c) =>
    c.json(wireUser(await readAccount(c.var.authorised, c.var.caller.accountId))),
  )
  .get("/settings", (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      // There is no sign-up yet.
      disable_signup: true,
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
    }),
  )
  .get("/health", (c) =>
    c.json({ name: "vitrina", version: "0.1.0", description: "Speaks the protocol of Supabase Auth" }),
  )
  .get("/.well-known/jwks.json", (c) => c.json(c.var.environment.signingKeys.publicKeySet));
