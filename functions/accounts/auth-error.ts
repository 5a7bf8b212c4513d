import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AuthErrorCode, PasswordFault } from "#functions/contract/auth-code.ts";

type AuthErrorDetails = {
  headers?: Record<string, string>;
  /** The faults of a rejected password, with `weak_password` only. */
  reasons?: PasswordFault[];
};

/** Status, code and message of an error. */
export type AuthErrorContent = readonly [ContentfulStatusCode, AuthErrorCode, string];

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
