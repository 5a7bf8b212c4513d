import { authPath } from "#functions/contract/account.ts";
import { authErrorCodes } from "#functions/contract/auth-code.ts";
import { type ProblemCode, problemStatus } from "#functions/contract/problem.ts";
import { accessErrors, errorCodesOf } from "#functions/openapi.ts";
import { rows } from "./calls-of-the-api.ts";
import type { GeneratedRequest } from "./generated-requests.ts";
import type { CallInput } from "./input-by-call.ts";

/** What came back, read to its end. */
export type Answer = { status: number; headers: Record<string, string | undefined>; body: string };

const isOfAccounts = (call: string) => call.includes(` ${authPath}/`);

const whoOf = (call: string) => rows[call]?.who ?? "anyone";

// The description does not list the calls that are not offered.
function codesOf(call: string, { refusedWith }: CallInput): string[] {
  const described = errorCodesOf(call);
  if (!refusedWith) return described;
  const ofAny = ["not_found", "validation_failed", "bad_json", "request_timeout"];
  return [...refusedWith, ...ofAny, ...(whoOf(call) === "anyone" ? [] : accessErrors)];
}

// Whatever else is wrong with a call: who may not make it hears that, and nothing about it.
function allowedFor({ call, identity }: GeneratedRequest, codes: string[]): string[] {
  const who = whoOf(call);
  const isKnown = identity.role !== "none";
  if (isOfAccounts(call)) return who === "anyone" || isKnown ? codes : ["no_authorization", "bad_jwt"];
  if (who !== "anyone" && !isKnown) return ["unauthenticated"];
  // The session may have been ended by another call of the trial.
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
      : ["it is no problem+json"]),
    ...(keysOf(problem) === ["code", ...optional, "request_id", "status", "title", "type"].sort().join()
      ? []
      : ["it has other members"]),
    ...(problemStatus[code as ProblemCode] === status && problem.status === status
      ? []
      : ["its status is another"]),
    ...(request_id === headers["x-request-id"] ? [] : ["its id is another"]),
    ...(allowed.includes(String(code)) ? [] : [`the code ${code} is not one of its call's`]),
    ...((code === "invalid_fields") === Array.isArray(errors) ? [] : ["its fields are not said"]),
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
      : ["it is no error of GoTrue's"]),
    ...(authErrorCodes.some((known) => known === code) && allowed.includes(String(code))
      ? []
      : [`the code ${code} is not one of its call's`]),
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
    ...(status >= 500 ? [`it is answered ${status}`] : []),
    ...(/^[\da-f-]{36}$/.test(headers["x-request-id"] ?? "") ? [] : ["it has no id"]),
    ...(headers["cache-control"] === (isKept ? "public, max-age=5" : "no-store") ? [] : ["it may be kept"]),
    ...(status >= 400 && leaks.test(body) ? ["it says what is behind it"] : []),
    ...(secrets.some((secret) => body.includes(secret)) ? ["it tells a secret"] : []),
    ...(status === 429 && !Number(headers["retry-after"]) ? ["it does not say when to come back"] : []),
    ...(status === 405 && !headers.allow ? ["it does not say what is allowed"] : []),
  ];
}

/** What is wrong with an answer, by the description of the API; nothing when all is well. */
export function faultsOf(
  request: GeneratedRequest,
  answer: Answer,
  { input, secrets }: { input: CallInput; secrets: readonly string[] },
): string[] {
  const common = commonFaults(request, answer, secrets);
  if (answer.status < 400) {
    return [...common, ...(input.answers.includes(answer.status) ? [] : [`it is answered ${answer.status}`])];
  }
  const allowed = allowedFor(request, codesOf(request.call, input));
  const own = isOfAccounts(request.call)
    ? authErrorFaults(request, answer, allowed)
    : problemFaults(answer, allowed);
  return [...common, ...own];
}
