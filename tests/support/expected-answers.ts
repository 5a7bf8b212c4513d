import { authPath } from "#functions/contract/account.ts";
import { authErrorCodes } from "#functions/contract/auth-code.ts";
import { type ProblemCode, problemStatus } from "#functions/contract/problem.ts";
import { accessErrors, errorCodesOf } from "#functions/openapi.ts";
import { rows } from "./calls-of-the-api.ts";
import type { GeneratedRequest } from "./generated-requests.ts";
import type { CallInput } from "./input-by-call.ts";

/** An answer with its whole body. */
export type Answer = { status: number; headers: Record<string, string | undefined>; body: string };

const isOfAccounts = (call: string) => call.includes(` ${authPath}/`);

const whoOf = (call: string) => rows[call]?.who ?? "anyone";

// The API description does not list the calls that are not offered.
function codesOf(call: string, { refusedWith }: CallInput): string[] {
  const described = errorCodesOf(call);
  if (!refusedWith) return described;
  const ofAny = ["not_found", "validation_failed", "bad_json", "request_timeout"];
  return [...refusedWith, ...ofAny, ...(whoOf(call) === "anyone" ? [] : accessErrors)];
}

// A caller without permission gets only the access error, whatever else is wrong with the call.
function allowedFor({ call, identity }: GeneratedRequest, codes: string[]): string[] {
  const who = whoOf(call);
  const isKnown = identity.role !== "none";
  if (isOfAccounts(call)) return who === "anyone" || isKnown ? codes : ["no_authorization", "bad_jwt"];
  if (who !== "anyone" && !isKnown) return ["unauthenticated"];
  // Another call of the trial may have ended the session.
  if (who === "administrators" && identity.role === "user") return ["forbidden", "unauthenticated"];
  return codes;
}

function parsed(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const keysOf = (body: object) => Object.keys(body).sort().join();

function problemFaults({ status, headers, body }: Answer, allowed: string[]): string[] {
  const problem = parsed(body) ?? {};
  const { code, errors, request_id } = problem;
  const optional = ["detail", "errors"].filter((name) => name in problem);
  return [
    ...(headers["content-type"] === "application/problem+json; charset=utf-8"
      ? []
      : ["it is not problem+json"]),
    ...(keysOf(problem) === ["code", ...optional, "request_id", "status", "title", "type"].sort().join()
      ? []
      : ["its members differ"]),
    ...(problemStatus[code as ProblemCode] === status && problem.status === status
      ? []
      : ["its status does not match its code"]),
    ...(request_id === headers["x-request-id"] ? [] : ["its id differs from the header's"]),
    ...(allowed.includes(String(code)) ? [] : [`the code ${code} is not allowed for its call`]),
    ...((code === "invalid_fields") === Array.isArray(errors) ? [] : ["its field errors do not match its code"]),
  ];
}

function authErrorFaults(request: GeneratedRequest, { status, body }: Answer, allowed: string[]): string[] {
  const error = parsed(body) ?? {};
  const version = request.headers["X-Supabase-Api-Version"]?.trim() ?? "";
  const isNew = /^\d{4}-\d\d-\d\d$/.test(version) && version >= "2024-01-01";
  const code = isNew ? error.code : error.error_code;
  const more = code === "weak_password" ? ["weak_password"] : [];
  const members = isNew ? ["code", "message", ...more] : ["code", "error_code", "msg", ...more];
  return [
    ...(keysOf(error) === members.sort().join() && (isNew || error.code === status)
      ? []
      : ["it does not have the form of a GoTrue error"]),
    ...(authErrorCodes.some((known) => known === code) && allowed.includes(String(code))
      ? []
      : [`the code ${code} is not allowed for its call`]),
  ];
}

const leaks =
  /\b(?:select|insert|update|delete)\b.+\b(?:from|into|set|where)\b|sqlstate|syntax error|relation "|column "|violates|pg_|postgres|neon|sanity|valibot|argon|node_modules|\.[jt]s:\d|\bat \S+ \(|localhost|127\.0\.0\.1/i;

function commonFaults(
  { call }: GeneratedRequest,
  { status, headers, body }: Answer,
  secrets: readonly string[],
): string[] {
  const isKept = call.startsWith("GET /api/content/") && status < 400;
  return [
    ...(status >= 500 ? [`its status is ${status}`] : []),
    ...(/^[\da-f-]{36}$/.test(headers["x-request-id"] ?? "") ? [] : ["it has no request id"]),
    ...(headers["cache-control"] === (isKept ? "public, max-age=5" : "no-store") ? [] : ["its Cache-Control is wrong"]),
    ...(status >= 400 && leaks.test(body) ? ["it reveals internals"] : []),
    ...(secrets.some((secret) => body.includes(secret)) ? ["it contains a secret"] : []),
    ...(status === 429 && !Number(headers["retry-after"]) ? ["it has no Retry-After"] : []),
    ...(status === 405 && !headers.allow ? ["it has no Allow header"] : []),
  ];
}

/** Lists the deviations of an answer from the API description. A correct answer has none. */
export function faultsOf(
  request: GeneratedRequest,
  answer: Answer,
  { input, secrets }: { input: CallInput; secrets: readonly string[] },
): string[] {
  const common = commonFaults(request, answer, secrets);
  if (answer.status < 400) {
    return [...common, ...(input.answers.includes(answer.status) ? [] : [`its status is ${answer.status}`])];
  }
  const allowed = allowedFor(request, codesOf(request.call, input));
  const own = isOfAccounts(request.call)
    ? authErrorFaults(request, answer, allowed)
    : problemFaults(answer, allowed);
  return [...common, ...own];
}
