import type { FieldError, ProblemBody } from "#functions/contract/answers.schema.ts";
import type { ProblemCode } from "#functions/contract/problem.ts";

/** The reason of a failed call: a problem code of the contract, or a code that the browser adds. */
export type ApiErrorCode = ProblemCode | "offline" | "unreachable" | "unexpected_answer";

/** A failed call to our API. `status` is 0 without a response; `retryAfter` is in seconds. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly retryAfter: number | null;

  constructor(
    code: ApiErrorCode,
    status = 0,
    { errors = [], retryAfter = null }: Partial<Pick<ApiError, "errors" | "retryAfter">> = {},
  ) {
    super(`${code} (${status})`);
    this.code = code;
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
  }
}

// The list of codes would weigh more in every page than this form of them.
const problemCode = /^[a-z_]+$/;

/** Returns the error of a failed response (RFC 9457 §3): `unexpected_answer` without a problem code. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as Partial<ProblemBody> | null;
  const code = body?.code && problemCode.test(body.code) ? body.code : "unexpected_answer";
  return new ApiError(code, response.status, {
    errors: Array.isArray(body?.errors) ? body.errors : [],
    retryAfter: readRetryAfter(response),
  });
}

/** Returns the seconds in the `Retry-After` header of a response, or null without them (RFC 9110 §10.2.3). */
export function readRetryAfter(response: Response): number | null {
  const header = response.headers.get("Retry-After");
  return header !== null && /^\d+$/.test(header) ? Number(header) : null;
}

const problemMessages = {
  offline: "problem.offline",
  unreachable: "problem.unreachable",
  database_unavailable: "problem.unavailable",
  too_many_requests: "problem.tooMany",
  unauthenticated: "problem.unauthenticated",
  forbidden: "problem.forbidden",
  not_found: "problem.notFound",
} as const satisfies Partial<Record<ApiErrorCode, string>>;

export type ProblemMessage = (typeof problemMessages)[keyof typeof problemMessages] | "problem.unexpected";

/** Returns the interface message for the error of a call: the problem and the remedy. */
export function toProblemMessage(error: unknown): ProblemMessage {
  const code = error instanceof ApiError ? error.code : "";
  return (problemMessages as Partial<Record<string, ProblemMessage>>)[code] ?? "problem.unexpected";
}
