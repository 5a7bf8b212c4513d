import { authPath } from "#functions/contract/account.ts";
import { authErrorCodes } from "#functions/contract/auth-code.ts";
import { type ProblemCode, problemStatus } from "#functions/contract/problem.ts";
import { accessErrors, listErrorCodes } from "#functions/openapi.ts";
import { callExpectations } from "./calls-of-the-api.ts";
import type { GeneratedRequest } from "./generated-requests.ts";
import type { CallInput } from "./input-by-call.ts";

/** An answer with its whole body. */
export type TrialAnswer = { status: number; headers: Record<string, string | undefined>; body: string };

const isAccountCall = (call: string) => call.includes(` ${authPath}/`);

const getCallerGroup = (call: string) => callExpectations[call]?.who ?? "anyone";

// The API description does not list the calls that are not offered.
function listCodes(call: string, { refusedWith }: CallInput): string[] {
  const described = listErrorCodes(call);
  if (!refusedWith) return described;
  const generalCodes = ["not_found", "validation_failed", "bad_json", "request_timeout"];
  return [...refusedWith, ...generalCodes, ...(getCallerGroup(call) === "anyone" ? [] : accessErrors)];
}

// A caller without permission gets only the access error, whatever else is wrong with the call.
function listAllowedCodes({ call, identity }: GeneratedRequest, codes: string[]): string[] {
  const callerGroup = getCallerGroup(call);
  const isKnown = identity.role !== "none";
  if (isAccountCall(call))
    return callerGroup === "anyone" || isKnown ? codes : ["no_authorization", "bad_jwt"];
  if (callerGroup !== "anyone" && !isKnown) return ["unauthenticated"];
  // Another call of the trial may have ended the session.
  if (callerGroup === "administrators" && identity.role === "user") return ["forbidden", "unauthenticated"];
  return codes;
}

function parseBody(body: string): Record<string, unknown> | null {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const joinKeys = (body: object) => Object.keys(body).sort().join();

function listProblemFaults({ status, headers, body }: TrialAnswer, allowed: string[]): string[] {
  const problem = parseBody(body) ?? {};
  const { code, errors, request_id } = problem;
  const optional = ["detail", "errors"].filter((name) => name in problem);
  return [
    ...(headers["content-type"] === "application/problem+json; charset=utf-8"
      ? []
      : ["it is not problem+json"]),
    ...(joinKeys(problem) === ["code", ...optional, "request_id", "status", "title", "type"].sort().join()
      ? []
      : ["its members differ"]),
    ...(problemStatus[code as ProblemCode] === status && problem.status === status
      ? []
      : ["its status does not match its code"]),
    ...(request_id === headers["x-request-id"] ? [] : ["its id differs from the header's"]),
    ...(allowed.includes(String(code)) ? [] : [`the code ${code} is not allowed for its call`]),
    ...((code === "invalid_fields") === Array.isArray(errors)
      ? []
      : ["its field errors do not match its code"]),
  ];
}

function listAuthErrorFaults(
  request: GeneratedRequest,
  { status, body }: TrialAnswer,
  allowed: string[],
): string[] {
  const error = parseBody(body) ?? {};
  const version = request.headers["X-Supabase-Api-Version"]?.trim() ?? "";
  const isNew = /^\d{4}-\d\d-\d\d$/.test(version) && version >= "2024-01-01";
  const code = isNew ? error.code : error.error_code;
  const extraMembers = code === "weak_password" ? ["weak_password"] : [];
  const members = isNew
    ? ["code", "message", ...extraMembers]
    : ["code", "error_code", "msg", ...extraMembers];
  return [
    ...(joinKeys(error) === members.sort().join() && (isNew || error.code === status)
      ? []
      : ["it does not have the form of a GoTrue error"]),
    ...(authErrorCodes.some((authCode) => authCode === code) && allowed.includes(String(code))
      ? []
      : [`the code ${code} is not allowed for its call`]),
  ];
}

const leaks =
  /\b(?:select|insert|update|delete)\b.+\b(?:from|into|set|where)\b|sqlstate|syntax error|relation "|column "|violates|pg_|postgres|neon|sanity|valibot|argon|node_modules|\.[jt]s:\d|\bat \S+ \(|localhost|127\.0\.0\.1/i;

function listCommonFaults(
  { call }: GeneratedRequest,
  { status, headers, body }: TrialAnswer,
  secrets: readonly string[],
): string[] {
  const isCacheable = call.startsWith("GET /api/content/") && status < 400;
  return [
    ...(status >= 500 ? [`its status is ${status}`] : []),
    ...(/^[\da-f-]{36}$/.test(headers["x-request-id"] ?? "") ? [] : ["it has no request id"]),
    ...(headers["cache-control"] === (isCacheable ? "public, max-age=5" : "no-store")
      ? []
      : ["its Cache-Control is wrong"]),
    ...(status >= 400 && leaks.test(body) ? ["it reveals internals"] : []),
    ...(secrets.some((secret) => body.includes(secret)) ? ["it contains a secret"] : []),
    ...(status === 429 && !Number(headers["retry-after"]) ? ["it has no Retry-After"] : []),
    ...(status === 405 && !headers.allow ? ["it has no Allow header"] : []),
  ];
}

/** Lists the deviations of an answer from the API description. A correct answer has none. */
export function listFaults(
  request: GeneratedRequest,
  answer: TrialAnswer,
  { input, secrets }: { input: CallInput; secrets: readonly string[] },
): string[] {
  const sharedFaults = listCommonFaults(request, answer, secrets);
  if (answer.status < 400) {
    return [
      ...sharedFaults,
      ...(input.answers.includes(answer.status) ? [] : [`its status is ${answer.status}`]),
    ];
  }
  const allowed = listAllowedCodes(request, listCodes(request.call, input));
  const specificFaults = isAccountCall(request.call)
    ? listAuthErrorFaults(request, answer, allowed)
    : listProblemFaults(answer, allowed);
  return [...sharedFaults, ...specificFaults];
}
