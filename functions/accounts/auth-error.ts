import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AuthErrorCode, PasswordFault } from "#functions/contract/auth-code.ts";

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
