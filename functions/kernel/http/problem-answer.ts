import type { Context } from "hono";
import type { ProblemBody } from "#functions/contract/answers.schema.ts";
import type { ProblemCode } from "#functions/contract/problem.ts";
import { EnvironmentError } from "#functions/env.ts";
import { Refusal, type RefusalCode, TooManyAttempts } from "#functions/kernel/database/refusals.ts";
import type { AppEnv } from "./context.ts";
import { Problem } from "./problem.ts";

const titles: Record<Problem["code"], string> = {
  malformed_request: "The request cannot be read",
  malformed_id: "The id is not a UUID",
  malformed_cursor: "The cursor is not valid",
  unauthenticated: "A valid access token is needed",
  forged_signature: "The signature is not valid for this request",
  preview_refused:
    "The preview cannot be opened: its link or secret has expired, or belongs to another site.",
  passkey_required: "Administrators need a passkey",
  passkey_too_new: "The passkey was added without the password less than 24 hours ago",
  forbidden: "Only administrators may do this",
  foreign_origin: "The form was posted from another site",
  not_found: "Nothing exists at this address",
  method_not_allowed: "This method is not allowed here",
  idempotency_conflict: "The idempotency key was used for another request",
  replayed_request: "This request was already accepted",
  conversation_moved: "The conversation has newer entries",
  recipient_blocked: "The sender of the message is blocked",
  recipient_is_spam: "The message is spam",
  already_sent: "The answer was already sent",
  already_taken_back: "The answer was taken back",
  draft_conflict: "The draft was changed elsewhere",
  cannot_undo: "The conversation has changed since",
  message_gone: "The message is deleted",
  precondition_failed: "The requested version is not the current one",
  body_too_large: "The body is too large",
  request_timeout: "The body took too long to arrive",
  misdirected_request: "This host is not the site's own",
  unsupported_media_type: "The media type is not supported",
  invalid_fields: "Some fields are not valid",
  too_many_requests: "Too many requests",
  internal_error: "Something went wrong here",
  database_unavailable: "The database is temporarily unavailable",
  content_unavailable: "The content is temporarily unavailable",
  files_unavailable: "Files cannot be stored at the moment",
};

const refusalProblems = {
  unavailable: "database_unavailable",
  unauthenticated: "unauthenticated",
  forbidden: "forbidden",
  passkey_required: "passkey_required",
  passkey_too_new: "passkey_too_new",
  missing: "not_found",
  gone: "message_gone",
  idempotency_conflict: "idempotency_conflict",
  replayed: "replayed_request",
  too_many_attempts: "too_many_requests",
} as const satisfies Record<RefusalCode, ProblemCode>;

/** Returns the headers of the response to a refusal: the seconds after which a client may try again. */
const toRetryHeaders = (refusal: Refusal): Record<string, string> => {
  if (refusal instanceof TooManyAttempts) return { "Retry-After": String(refusal.seconds) };
  return refusal.code === "unavailable" ? { "Retry-After": "5" } : {};
};

// A slice has refusals of its own, which only that slice answers.
const isGeneralRefusal = (code: string): code is RefusalCode => Object.hasOwn(refusalProblems, code);

/** Returns the problem of any error. Only the log has the reason of an unexpected one, unless a setting is missing. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof Refusal && isGeneralRefusal(error.code)) {
    return new Problem(refusalProblems[error.code], {
      headers: toRetryHeaders(error),
      cause: error.cause ?? error,
    });
  }
  // The operator needs to know which setting is missing. Names of variables are no secret.
  const detail = error instanceof EnvironmentError ? error.message : undefined;
  const cause = error instanceof Refusal ? (error.cause ?? error) : error;
  return new Problem("internal_error", { ...(detail && { detail }), cause });
}

const formPaths = ["/api/contact", "/api/conversation", "/api/conversation/entries"];

/** Names the accepted media types and content encoding in a 415 response (RFC 5789 §3.1; RFC 9110 §15.5.16). */
function addAcceptHeaders(c: Context<AppEnv>, { code }: Problem): void {
  if (code !== "unsupported_media_type") return;
  const header = { POST: "Accept-Post", PATCH: "Accept-Patch" }[c.req.method] ?? "Accept";
  const form = formPaths.includes(c.req.path)
    ? ", application/x-www-form-urlencoded, multipart/form-data"
    : "";
  c.header(header, `application/json${form}`);
  c.header("Accept-Encoding", "identity");
}

/** Sets the headers of an error response, and its code and cause for the log. */
export function applyProblem(c: Context<AppEnv>, problem: Problem): void {
  c.set("problem", problem.code);
  // Every 401 names a scheme (RFC 9110 §15.5.2): a bearer token (RFC 6750), or the signature of a webhook.
  if (problem.status === 401) {
    c.header("WWW-Authenticate", problem.code === "forged_signature" ? "Signature" : "Bearer");
  }
  if (problem.status >= 500) c.set("fault", problem.cause);
  for (const [name, value] of Object.entries(problem.headers)) c.header(name, value);
  addAcceptHeaders(c, problem);
}

/** Answers any error as `application/problem+json` (RFC 9457). */
export function answerProblem(error: Error, c: Context<AppEnv>): Response {
  const problem = toProblem(error);
  applyProblem(c, problem);
  const { code, status, detail, errors, extension } = problem;
  const body: ProblemBody = {
    type: "about:blank",
    title: titles[code],
    status,
    code,
    ...(detail && { detail }),
    ...(errors && { errors }),
    ...extension,
    request_id: c.var.requestId,
  };
  return c.body(JSON.stringify(body), status, { "Content-Type": "application/problem+json; charset=utf-8" });
}
