/**
 * Codes of all errors of `/api/auth`. Supabase Auth lacks `last_administrator`, `last_passkey`,
 * `first_passkey_closed`, `passkey_too_new` and `password_recovered`.
 */
export const authErrorCodes = [
  "anonymous_provider_disabled",
  "bad_json",
  "bad_jwt",
  "conflict",
  "current_password_invalid",
  "current_password_required",
  "email_not_confirmed",
  "first_passkey_closed",
  "flow_state_not_found",
  "insufficient_aal",
  "invalid_credentials",
  "last_administrator",
  "last_passkey",
  "manual_linking_disabled",
  "mfa_factor_not_found",
  "mfa_phone_enroll_not_enabled",
  "mfa_totp_enroll_not_enabled",
  "mfa_verification_failed",
  "mfa_verified_factor_exists",
  "mfa_webauthn_enroll_not_enabled",
  "no_authorization",
  "not_admin",
  "not_found",
  "otp_disabled",
  "otp_expired",
  "over_request_rate_limit",
  "passkey_too_new",
  "password_recovered",
  "phone_provider_disabled",
  "provider_disabled",
  "reauthentication_needed",
  "refresh_token_already_used",
  "refresh_token_not_found",
  "request_timeout",
  "same_password",
  "saml_provider_disabled",
  "session_expired",
  "session_not_found",
  "too_many_passkeys",
  "signup_disabled",
  "unexpected_failure",
  "validation_failed",
  "weak_password",
  "webauthn_challenge_expired",
  "webauthn_challenge_not_found",
  "webauthn_credential_exists",
  "webauthn_credential_not_found",
  "webauthn_verification_failed",
] as const;
export type AuthErrorCode = (typeof authErrorCodes)[number];

/**
 * Reasons why a password is rejected: GoTrue's `length` and `pwned` (a common one), and `predictable` (company or own
 * address).
 */
export type PasswordFault = "length" | "pwned" | "predictable";
