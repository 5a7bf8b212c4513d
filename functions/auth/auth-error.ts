import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { PasswordFault } from "./password-rules.ts";

/** The error codes of Supabase Auth that are answered here, and `last_administrator`, which it has no word for. */
export type AuthErrorCode =
  | "bad_json"
  | "bad_jwt"
  | "conflict"
  | "current_password_invalid"
  | "current_password_required"
  | "email_not_confirmed"
  | "invalid_credentials"
  | "last_administrator"
  | "no_authorization"
  | "not_found"
  | "otp_expired"
  | "over_request_rate_limit"
  | "phone_provider_disabled"
  | "refresh_token_already_used"
  | "refresh_token_not_found"
  | "same_password"
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
