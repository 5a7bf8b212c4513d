import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The error codes of Supabase Auth that are answered here. */
export type AuthErrorCode =
  | "bad_json"
  | "bad_jwt"
  | "email_not_confirmed"
  | "invalid_credentials"
  | "no_authorization"
  | "not_found"
  | "phone_provider_disabled"
  | "refresh_token_already_used"
  | "refresh_token_not_found"
  | "session_not_found"
  | "unexpected_failure"
  | "validation_failed";

/** A failure in the terms of Supabase Auth; answered in whichever of its two shapes the client asks for. */
export class AuthError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: AuthErrorCode;

  constructor(status: ContentfulStatusCode, code: AuthErrorCode, message: string) {
    super(message);
    this.name = "AuthError";
    this.status = status;
    this.code = code;
  }
}
