import type { Context } from "hono";
import { answerAuthError, asAuthError } from "#functions/accounts/auth-answer.ts";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { toAuthError, toProblem } from "#functions/accounts/refusal-answers.ts";
import { authPath } from "#functions/contract/account.ts";
import type { ProblemBody } from "#functions/contract/problem.ts";
import { EnvironmentError } from "#functions/env.ts";
import { Refusal } from "../database/refusals.ts";
import type { AppEnv } from "./context.ts";
import { Problem } from "./problem.ts";

const titles: Record<Problem["code"], string> = {
  malformed_request: "The request cannot be read",
  malformed_id: "The id is not a UUID",
  malformed_cursor: "The cursor is not one that was given out",
  unauthenticated: "A valid access token is needed",
  forged_signature: "The signature is not a valid one of this request",
  preview_refused:
    "The preview could not be opened: its link or secret has expired, or is not one of this site's.",
  passkey_required: "Administrators need a passkey",
  forbidden: "Only administrators may do this",
  foreign_origin: "The form was posted from another site",
  not_found: "There is nothing here",
  method_not_allowed: "This method is not allowed here",
  idempotency_conflict: "The idempotency key was used for another request",
  replayed_request: "This request was taken before",
  message_gone: "The message is no longer kept",
  precondition_failed: "There is another version than the one that was asked for",
  body_too_large: "The body is too large",
  request_timeout: "The body took too long to arrive",
  misdirected_request: "This host is not the site's own",
  unsupported_media_type: "This media type is not understood",
  invalid_fields: "Some fields are not valid",
  too_many_requests: "Too many requests",
  internal_error: "Something went wrong here",
  database_unavailable: "The database is away for a moment",
  content_unavailable: "The content is away for a moment",
};

function toAnswer(error: Error, isAuth: boolean): Problem | AuthError {
  if (error instanceof Problem || error instanceof AuthError) return error;
  if (error instanceof Refusal) return isAuth ? toAuthError(error) : toProblem(error);
  // The operator has to see which setting is missing; the names of the variables are no secret.
  if (error instanceof EnvironmentError) {
    return new Problem("internal_error", { detail: error.message, cause: error });
  }
  return new Problem("internal_error", { cause: error });
}

/** Says with 415 which media types are accepted (Accept-Post; RFC 5789 §3.1; RFC 9110 §15.5.16). */
function addAcceptedTypes(c: Context<AppEnv>, { code }: Problem): void {
  if (code !== "unsupported_media_type") return;
  const header = { POST: "Accept-Post", PATCH: "Accept-Patch" }[c.req.method] ?? "Accept";
  const form = c.req.path === "/api/contact" ? ", application/x-www-form-urlencoded" : "";
  c.header(header, `application/json${form}`);
  c.header("Accept-Encoding", "identity");
}

/**
 * Turns whatever was thrown into an answer: `application/problem+json` (RFC 9457), or Supabase Auth's shapes under
 * `/api/auth`. The reason of an unexpected error goes to the log only.
 */
export function answerError(error: Error, c: Context<AppEnv>): Response {
  const isAuth = c.req.path.startsWith(`${authPath}/`);
  const problem = toAnswer(error, isAuth);
  c.set("problem", problem.code);
  // Every 401 names a scheme (RFC 9110 §15.5.2): a bearer token (RFC 6750), or the signature of a webhook.
  if (problem.status === 401) {
    c.header("WWW-Authenticate", problem.code === "forged_signature" ? "Signature" : "Bearer");
  }
  if (problem instanceof AuthError) return answerAuthError(c, problem);
  if (problem.status >= 500) c.set("fault", problem.cause);
  for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
  addAcceptedTypes(c, problem);
  if (isAuth) return answerAuthError(c, asAuthError(problem));

  const { code, status, detail, errors } = problem;
  const body: ProblemBody = {
    type: "about:blank",
    title: titles[code],
    status,
    code,
    ...(detail && { detail }),
    ...(errors && { errors }),
    request_id: c.var.requestId,
  };
  return c.body(JSON.stringify(body), status, { "Content-Type": "application/problem+json; charset=utf-8" });
}
