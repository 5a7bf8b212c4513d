// Accounts and their sessions in the wire protocol of Supabase Auth. `DELETE /user` and `/sessions` are additions.
import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { requireSession } from "#functions/kernel/http/session.ts";
import { administrators, signInRules } from "./administrators/route.ts";
import { AuthError } from "./auth-error.ts";
import { notOffered, refuseGrant } from "./not-offered.ts";
import { changeOwnAccount, deleteOwnAccount, readUser } from "./own-account/route.ts";
import { passkeys } from "./passkeys/route.ts";
import { recoveryCodes } from "./recovery-codes/route.ts";
import { requireAccountChange, requirePasswordChange, requireSignOut, requireUser } from "./require-user.ts";
import { endOwnSession, endSessions, listSessions, signOutScopes } from "./sessions/store.ts";
import { passwordGrant, refreshTokenGrant } from "./sessions/token-grants.ts";
import { takeOneTimeToken, takeRecovery, takeResend, takeSignUp } from "./sign-up/mailed-calls.ts";
import { getProfile } from "./store.ts";

const scope = v.picklist(signOutScopes);

const auth = new Hono<AppEnv>()
  .post("/signup", async (c) => c.json(await takeSignUp(c)))
  .post("/resend", async (c) => c.json(await takeResend(c)))
  .post("/recover", async (c) => c.json(await takeRecovery(c)))
  .post("/verify", async (c) => c.json(await takeOneTimeToken(c)))
  .post("/token", async (c) => {
    const grant = c.req.query("grant_type");
    if (grant === "password") return c.json(await passwordGrant(c));
    if (grant === "refresh_token") return c.json(await refreshTokenGrant(c));
    return refuseGrant(grant);
  })
  .post("/logout", requireSignOut, async (c) => {
    const requestedScope = v.safeParse(scope, c.req.query("scope") || "global");
    if (!requestedScope.success) throw new AuthError(400, "validation_failed", "Unsupported logout scope");
    await endSessions(c.var, requestedScope.output);
    return c.body(null, 204);
  })
  .get("/user", requireUser, async (c) => c.json(await readUser(c)))
  .put("/user", requirePasswordChange, async (c) => c.json(await changeOwnAccount(c)))
  .delete("/user", requireAccountChange, async (c) => {
    await deleteOwnAccount(c);
    return c.body(null, 204);
  })
  .get("/sessions", requireUser, async (c) => c.json(await listSessions(c.var)))
  .delete("/sessions/:id", requireAccountChange, async (c) => {
    const endedSessionId = c.req.param("id").toLowerCase();
    if (!v.is(v.pipe(v.string(), v.uuid()), endedSessionId))
      throw new AuthError(404, "not_found", "No such session");
    await endOwnSession(c.var, endedSessionId);
    return c.body(null, 204);
  })
  .get("/settings", (c) =>
    c.json({
      external: { email: true, phone: false, anonymous_users: false },
      disable_signup: c.var.environment.SIGN_UP === "closed",
      mailer_autoconfirm: false,
      phone_autoconfirm: false,
      sms_provider: "",
      saml_enabled: false,
    }),
  )
  .get("/health", (c) =>
    c.json({ name: "vitrina", version: "0.1.0", description: "Speaks the protocol of Supabase Auth" }),
  )
  .get("/.well-known/jwks.json", (c) => c.json(c.var.environment.signingKeys.publicKeySet))
  .route("/passkeys", passkeys)
  .route("/factors/recovery-codes", recoveryCodes)
  .route("/", notOffered);

// Returns the role of the signed-in user from the database.
const profile = new Hono<AppEnv>().get("/", requireSession, async (c) => c.json(await getProfile(c.var)));

/** The routes of accounts, administrators and sign-in rules. */
export const accounts = new Hono<AppEnv>()
  .route("/auth", auth)
  .route("/profile", profile)
  .route("/administrators", administrators)
  .route("/sign-in-rules", signInRules);
