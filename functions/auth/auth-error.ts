import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { PasswordFault } from "./password-rules.ts";

/** The error codes of Supabase Auth that are answered here, and `last_administrator`, which it has no word for. */
export type AuthErrorCode =
  | "anonymous_provider_disabled"
  | "bad_json"
  | "bad_jwt"
  | "conflict"
  | "current_password_invalid"
  | "current_password_required"
  | "email_not_confirmed"
  | "flow_state_not_found"
  | "invalid_credentials"
  | "last_administrator"
  | "manual_linking_disabled"
  | "mfa_factor_not_found"
  | "mfa_phone_enroll_not_enabled"
  | "mfa_recovery_codes_enroll_not_enabled"
  | "mfa_recovery_codes_verify_not_enabled"
  | "mfa_totp_enroll_not_enabled"
  | "mfa_webauthn_enroll_not_enabled"
  | "mfa_webauthn_verify_not_enabled"
  | "no_authorization"
  | "not_admin"
  | "not_found"
  | "otp_disabled"
  | "otp_expired"
  | "over_request_rate_limit"
  | "phone_provider_disabled"
  | "provider_disabled"
  | "refresh_token_already_used"
  | "refresh_token_not_found"
  | "same_password"
  | "saml_provider_disabled"
  | "session_expired"
  | "session_not_found"
  | "unexpected_failure"
  | "validation_failed"
  | "weak_password";

type Extra = {
  headers?: Record<string, string>;
  /** Why a password is refused; only with `weak_password`. */
  reasons?: PasswordFault[];
};

/** A failure in the terms of Supabase Auth; answered in whichever of its two shapes the client asks for. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: AuthErrorCode;
  readonly headers: Record<string, string>;
  readonly reasons: PasswordFault[] | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: AuthErrorCode,
    message: string,
    { headers = {}, reasons }: Extra = {},
  ) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.reasons = reasons;
  }
}
