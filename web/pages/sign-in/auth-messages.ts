import {
  isAuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  isAuthWeakPasswordError,
} from "@supabase/auth-js";
import type { AuthErrorCode, PasswordFault } from "#functions/contract/auth-code.ts";
import type { AuthMessage, FieldMessage, FieldName } from "./types.ts";

const messages: Record<AuthErrorCode, AuthMessage> = {
  invalid_credentials: "auth.error.credentials",
  email_not_confirmed: "auth.error.unconfirmed",
  over_request_rate_limit: "auth.error.tooMany",
  signup_disabled: "auth.error.signUpClosed",
  weak_password: "auth.error.weakPassword",
  session_not_found: "auth.error.sessionEnded",
  session_expired: "auth.error.sessionEnded",
  refresh_token_not_found: "auth.error.sessionEnded",
  refresh_token_already_used: "auth.error.sessionEnded",
  bad_jwt: "auth.error.sessionEnded",
  current_password_invalid: "auth.error.current",
  current_password_required: "auth.error.current",
  same_password: "auth.error.samePassword",
  otp_expired: "auth.error.expired",
  last_administrator: "auth.error.lastAdministrator",
  conflict: "auth.error.conflict",
  webauthn_verification_failed: "auth.error.passkey",
  webauthn_challenge_expired: "auth.error.passkey",
  webauthn_challenge_not_found: "auth.error.passkey",
  webauthn_credential_not_found: "auth.error.passkeyUnknown",
  webauthn_credential_exists: "auth.error.passkeyKnown",
  too_many_passkeys: "auth.error.passkeysMany",
  first_passkey_closed: "auth.error.firstPasskey",
  passkey_too_new: "auth.error.passkeyNew",
  password_recovered: "auth.error.passwordRecovered",
  last_passkey: "auth.error.lastPasskey",
  insufficient_aal: "auth.error.passkeyNeeded",
  reauthentication_needed: "auth.error.signedInLongAgo",
  mfa_verified_factor_exists: "auth.error.codesChanged",
  mfa_factor_not_found: "auth.error.codesChanged",
  mfa_verification_failed: "auth.recovery.wrong",
  no_authorization: "auth.error.sessionEnded",
  validation_failed: "auth.error.invalid",
  bad_json: "auth.error.unexpected",
  unexpected_failure: "auth.error.unexpected",
  request_timeout: "auth.error.unavailable",
  not_found: "auth.error.gone",
  not_admin: "auth.error.notOffered",
  anonymous_provider_disabled: "auth.error.notOffered",
  flow_state_not_found: "auth.error.notOffered",
  manual_linking_disabled: "auth.error.notOffered",
  mfa_phone_enroll_not_enabled: "auth.error.notOffered",
  mfa_totp_enroll_not_enabled: "auth.error.notOffered",
  mfa_webauthn_enroll_not_enabled: "auth.error.notOffered",
  otp_disabled: "auth.error.notOffered",
  phone_provider_disabled: "auth.error.notOffered",
  provider_disabled: "auth.error.notOffered",
  saml_provider_disabled: "auth.error.notOffered",
};

/** Returns the message for an error, or the text of the authentication service for a code without a message. */
export function toAuthMessage(
  error: unknown,
  online: boolean,
): { id: AuthMessage } | { serviceText: string } {
  // The browser rejects a device that already has a passkey of the account.
  if (error instanceof Error && error.name === "InvalidStateError") return { id: "auth.error.passkeyKnown" };
  if (!isAuthError(error)) return { id: "auth.error.unexpected" };
  if (isAuthRetryableFetchError(error)) {
    if (!online) return { id: "auth.error.offline" };
    return { id: error.status === 500 ? "auth.error.unexpected" : "auth.error.unavailable" };
  }
  if (isAuthSessionMissingError(error)) return { id: "auth.error.sessionEnded" };
  // A code of `account-actions.ts`, which the service does not know.
  if (error.code === "other_account") return { id: "auth.error.passkeyOther" };
  const message = (messages as Partial<Record<string, AuthMessage>>)[error.code ?? ""];
  if (message) return { id: message };
  if (error.status === 429) return { id: "auth.error.tooMany" };
  const serviceText = error.name === "AuthUnknownError" ? "" : error.message.trim();
  // The library uses an unknown response body as the message, in JSON.
  return serviceText && !serviceText.startsWith("{") ? { serviceText } : { id: "auth.error.unexpected" };
}

const faultMessages: Record<PasswordFault, FieldMessage> = {
  length: "auth.tooShort",
  pwned: "auth.error.common",
  predictable: "auth.error.predictable",
};

type FieldRefusal = { field: FieldName; message: FieldMessage };

const fieldMessages: Partial<Record<AuthErrorCode, FieldRefusal>> = {
  same_password: { field: "password", message: "auth.error.samePassword" },
  current_password_invalid: { field: "current", message: "auth.error.current" },
  current_password_required: { field: "current", message: "auth.error.current" },
  otp_expired: { field: "code", message: "auth.code.wrong" },
  mfa_verification_failed: { field: "recovery", message: "auth.recovery.wrong" },
};

/**
 * Returns the form field that an authentication error concerns, and the message to show beside it; null for any other
 * error.
 */
export function toFieldRefusal(error: unknown): FieldRefusal | null {
  if (isAuthWeakPasswordError(error)) {
    const fault = (error.reasons as string[]).find(
      (reason): reason is PasswordFault => reason in faultMessages,
    );
    return { field: "password", message: fault ? faultMessages[fault] : "auth.error.weakPassword" };
  }
  // This error code names no field, but the message of the service does.
  if (isAuthError(error) && error.code === "validation_failed" && /\bemail address\b/.test(error.message)) {
    return { field: "email", message: "auth.invalidEmail" };
  }
  return (isAuthError(error) && fieldMessages[error.code as AuthErrorCode]) || null;
}

/** Returns a wait in its largest unit: "45 segundos", "2 minutos". */
export function formatWait(seconds: number, locale: string): string {
  const [amount, unit] =
    seconds < 60
      ? [seconds, "second"]
      : seconds < 3600
        ? [Math.ceil(seconds / 60), "minute"]
        : [Math.ceil(seconds / 3600), "hour"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(amount);
}

/** Returns the whole seconds until `seconds` have passed since `since` (milliseconds), or 0 after that. */
export function countSecondsLeft(since: number, seconds: number, now: number): number {
  // A clock that was set back does not extend the wait.
  return Math.min(seconds, Math.max(0, Math.ceil(seconds - (now - since) / 1000)));
}
