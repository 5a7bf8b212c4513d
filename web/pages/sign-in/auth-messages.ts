import { isAuthError, isAuthRetryableFetchError } from "@supabase/auth-js";

export type AuthMessage = `auth.error.${
  | "credentials"
  | "unconfirmed"
  | "banned"
  | "tooMany"
  | "weakPassword"
  | "invalidEmail"
  | "signUpClosed"
  | "exists"
  | "sessionEnded"
  | "offline"
  | "unavailable"
  | "unexpected"}`;

// The service's own codes: https://supabase.com/docs/guides/auth/debugging/error-codes
const messages: Record<string, AuthMessage> = {
  invalid_credentials: "auth.error.credentials",
  email_not_confirmed: "auth.error.unconfirmed",
  user_banned: "auth.error.banned",
  over_request_rate_limit: "auth.error.tooMany",
  over_email_send_rate_limit: "auth.error.tooMany",
  weak_password: "auth.error.weakPassword",
  email_address_invalid: "auth.error.invalidEmail",
  signup_disabled: "auth.error.signUpClosed",
  email_provider_disabled: "auth.error.signUpClosed",
  email_exists: "auth.error.exists",
  user_already_exists: "auth.error.exists",
  session_not_found: "auth.error.sessionEnded",
  session_expired: "auth.error.sessionEnded",
  refresh_token_not_found: "auth.error.sessionEnded",
  request_timeout: "auth.error.unavailable",
};

/** What the red alert says: one of our messages, or the provider's own words where there is none for its code. */
export function authMessage(
  error: unknown,
  online: boolean,
): { id: AuthMessage } | { providerWords: string } {
  if (!isAuthError(error)) return { id: "auth.error.unexpected" };
  if (isAuthRetryableFetchError(error)) {
    if (!online) return { id: "auth.error.offline" };
    return { id: error.status === 500 ? "auth.error.unexpected" : "auth.error.unavailable" };
  }
  const known = messages[error.code ?? ""];
  if (known) return { id: known };
  if (error.status === 429) return { id: "auth.error.tooMany" };
  const words = error.name === "AuthUnknownError" ? "" : error.message.trim();
  return words && !words.startsWith("{") ? { providerWords: words } : { id: "auth.error.unexpected" };
}
