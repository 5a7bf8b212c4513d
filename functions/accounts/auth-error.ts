import type { ContentfulStatusCode } from "hono/utils/http-status";
import { metadataLimit } from "#functions/contract/account.ts";
import type { AuthErrorCode, PasswordFault } from "#functions/contract/auth-code.ts";
import type { RefusalCode } from "#functions/kernel/database/refusals.ts";
import type { AccountRefusalCode } from "./refusals.ts";

type AuthErrorDetails = {
  headers?: Record<string, string>;
  /** The faults of a rejected password, with `weak_password` only. */
  reasons?: PasswordFault[];
};

/** An error of Supabase Auth. The client's version header selects one of the two response shapes. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: AuthErrorCode;
  readonly headers: Record<string, string>;
  readonly reasons: PasswordFault[] | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: AuthErrorCode,
    message: string,
    { headers = {}, reasons }: AuthErrorDetails = {},
  ) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.reasons = reasons;
  }
}

/** The general refusals with an error of their own. The others get that of their problem. */
type GeneralRefusal = Extract<
  RefusalCode,
  "missing" | "too_many_attempts" | "passkey_required" | "passkey_too_new"
>;

/** Status, code and message of the errors for refusals about an account. */
export const refusalErrors: Record<
  AccountRefusalCode | GeneralRefusal,
  readonly [ContentfulStatusCode, AuthErrorCode, string]
> = {
  missing: [404, "not_found", "No such session"],
  changed_elsewhere: [409, "conflict", "The account was changed elsewhere in the meantime."],
  too_many_attempts: [429, "over_request_rate_limit", "Request rate limit reached"],
  last_administrator: [
    409,
    "last_administrator",
    "The last administrator cannot be deleted. Make another account an administrator first.",
  ],
  passkey_required: [403, "insufficient_aal", "Sign in with a passkey or use a recovery code."],
  passkey_too_new: [
    403,
    "passkey_too_new",
    "This passkey was added without the password less than 24 hours ago. Use an older one or a recovery code.",
  ],
  password_recovered: [
    403,
    "password_recovered",
    "The password was set through a mailed link less than 24 hours ago. Add the first passkey later.",
  ],
  password_required: [400, "current_password_required", "Current password required for this change."],
  first_passkey_closed: [
    403,
    "first_passkey_closed",
    "The operator or another administrator has to allow an administrator's first passkey.",
  ],
  proof_required: [400, "reauthentication_needed", "This change requires a recent sign-in: sign in again."],
  too_many_passkeys: [422, "too_many_passkeys", "An account has at most ten passkeys."],
  challenge_used: [400, "webauthn_challenge_not_found", "The challenge was used: request another"],
  passkey_exists: [422, "webauthn_credential_exists", "This passkey is already registered."],
  no_such_passkey: [404, "webauthn_credential_not_found", "No such passkey"],
  last_passkey: [
    409,
    "last_passkey",
    "Administrators need a passkey: add another passkey before you remove the last one.",
  ],
  no_recovery_codes: [404, "mfa_factor_not_found", "There are no recovery codes"],
  recovery_codes_exist: [422, "mfa_verified_factor_exists", "Recovery codes already exist: regenerate them."],
  wrong_recovery_code: [422, "mfa_verification_failed", "The code is not right or was used before."],
  metadata_too_large: [
    422,
    "validation_failed",
    `User metadata can be at most ${metadataLimit} bytes of JSON`,
  ],
  invalid_link: [403, "otp_expired", "Email link is invalid or has expired"],
  invalid_code: [403, "otp_expired", "Token has expired or is invalid"],
  refresh_token_not_found: [400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"],
  refresh_token_already_used: [400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"],
  session_expired: [400, "session_expired", "Invalid Refresh Token: Session Expired"],
};
