import type { Context } from "hono";
import { authApiVersion } from "#functions/contract/account.ts";
import type { AuthErrorCode } from "#functions/contract/auth-code.ts";
import type { ProblemCode } from "#functions/contract/problem.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import type { Problem } from "#functions/kernel/http/problem.ts";
import { applyProblem, toProblem } from "#functions/kernel/http/problem-answer.ts";
import { AuthError, refusalErrors } from "./auth-error.ts";

const versionHeader = "X-Supabase-Api-Version";

const translations: Partial<Record<ProblemCode, [AuthErrorCode, string]>> = {
  malformed_request: ["bad_json", "Could not parse request body as JSON"],
  unsupported_media_type: ["bad_json", "The request body has to be application/json"],
  body_too_large: ["validation_failed", "The request body is too large"],
  request_timeout: ["request_timeout", "The request body took too long to arrive"],
  invalid_fields: ["validation_failed", "A field of the request is missing or malformed"],
  misdirected_request: ["validation_failed", "This host is not the site's own"],
  not_found: ["not_found", "No such path"],
  method_not_allowed: ["not_found", "No such method on this path"],
};

/** Returns the error of Supabase Auth for a problem. */
function toAuthError(problem: Problem): AuthError {
  // The access token was valid, so its session has ended.
  if (problem.code === "unauthenticated") {
    return new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  const [code, message] = translations[problem.code] ?? [
    "unexpected_failure",
    problem.code === "database_unavailable"
      ? "The service is unavailable for a moment"
      : "Unexpected failure, please check server logs for more information",
  ];
  return new AuthError(problem.status, code, message);
}

const isAccountRefusal = (code: string): code is keyof typeof refusalErrors =>
  Object.hasOwn(refusalErrors, code);

/** Returns the error of Supabase Auth for a refusal about an account; undefined for any other error. */
function toRefusalError(error: Error): AuthError | undefined {
  if (!(error instanceof Refusal) || !isAccountRefusal(error.code)) return undefined;
  return new AuthError(...refusalErrors[error.code], { headers: toProblem(error).headers });
}

/**
 * Responds with an error of Supabase Auth. Its shape is `{code, message}` for clients that send `authApiVersion` or
 * later in X-Supabase-Api-Version, and `{code: status, error_code, msg}` for the others.
 */
function respond(c: Context<AppEnv>, error: AuthError): Response {
  const { status, code, message, reasons } = error;
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  const weakness = reasons && { weak_password: { reasons } };
  const version = c.req.header(versionHeader) ?? "";
  if (!/^\d{4}-\d\d-\d\d$/.test(version) || version < authApiVersion) {
    return c.json({ code: status, error_code: code, msg: message, ...weakness }, status);
  }
  c.header(versionHeader, authApiVersion);
  return c.json({ code, message, ...weakness }, status);
}

/** Responds to any error of a call below `/api/auth` in a shape of Supabase Auth. */
export function answerAuthError(error: Error, c: Context<AppEnv>): Response {
  const accountError = toRefusalError(error) ?? error;
  if (accountError instanceof AuthError) {
    c.set("problem", accountError.code);
    if (accountError.status === 401) c.header("WWW-Authenticate", "Bearer");
    return respond(c, accountError);
  }
  const problem = toProblem(accountError);
  applyProblem(c, problem);
  return respond(c, toAuthError(problem));
}
