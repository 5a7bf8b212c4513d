// Calls of Supabase Auth that this API does not offer. Clients know the error code of every rejection.
// Calls about a user require an active session first, as in Supabase Auth.
import { Hono } from "hono";
import { factorInput, mailedSignInInput } from "#functions/contract/account.schema.ts";
import type { AuthErrorCode } from "#functions/contract/auth-code.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { AuthError } from "./auth-error.ts";
import { phoneDisabled } from "./input.ts";
import { requireUser } from "./require-user.ts";

const refuse = (status: 400 | 403 | 404 | 422, code: AuthErrorCode, message: string) => () => {
  throw new AuthError(status, code, message);
};

const mailedSignIn = refuse(422, "otp_disabled", "Signing in by a mailed link or code is not offered");
const reauthentication = refuse(
  422,
  "otp_disabled",
  "Reauthentication is not offered: give the current password",
);
const providers = refuse(400, "provider_disabled", "Other providers are not offered");
const applications = refuse(422, "provider_disabled", "Signing in to other applications is not offered");
const saml = refuse(404, "saml_provider_disabled", "SAML 2.0 is disabled");
const linking = refuse(404, "manual_linking_disabled", "Manual linking is disabled");
const factor = refuse(
  404,
  "mfa_factor_not_found",
  "No such factor: passkeys and recovery codes replace second factors",
);
const administration = refuse(403, "not_admin", "Users are not administered here");

/** Rejects a grant type other than `password` and `refresh_token`. @throws AuthError with the code of Supabase Auth */
export function refuseGrant(grant: string | undefined): never {
  if (grant === "id_token" || grant === "web3") return providers();
  if (grant === "pkce") throw new AuthError(404, "flow_state_not_found", "PKCE is not offered");
  throw new AuthError(400, "invalid_credentials", "unsupported_grant_type");
}

const factorTypes = {
  totp: "mfa_totp_enroll_not_enabled",
  phone: "mfa_phone_enroll_not_enabled",
  webauthn: "mfa_webauthn_enroll_not_enabled",
} as const;

export const notOffered = new Hono<AppEnv>()
  .post("/otp", async (c) => {
    const { phone } = validate(mailedSignInInput, await readJson(c));
    if (phone) throw phoneDisabled();
    return mailedSignIn();
  })
  .post("/magiclink", mailedSignIn)
  .get("/reauthenticate", requireUser, reauthentication)
  .get("/authorize", providers)
  .on(["GET", "POST"], "/callback", providers)
  .post("/sso", saml)
  .get("/user/identities/authorize", requireUser, linking)
  .delete("/user/identities/:id", requireUser, linking)
  .post("/factors", requireUser, async (c) => {
    const { factor_type: type } = validate(factorInput, await readJson(c));
    throw new AuthError(422, factorTypes[type], "Second factors are not offered");
  })
  .delete("/factors/:id", requireUser, factor)
  .post("/factors/:id/challenge", requireUser, factor)
  .post("/factors/:id/verify", requireUser, factor)
  .get("/oauth/authorizations/:id", requireUser, applications)
  .post("/oauth/authorizations/:id/consent", requireUser, applications)
  .on(["GET", "DELETE"], "/user/oauth/grants", requireUser, applications)
  .post("/invite", requireUser, administration)
  .all("/admin/*", requireUser, administration);
