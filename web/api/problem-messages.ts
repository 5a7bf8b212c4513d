import { ApiError, type ApiErrorCode } from "./api-error.ts";

const messages = {
  offline: "problem.offline",
  unreachable: "problem.unreachable",
  database_unavailable: "problem.unavailable",
  too_many_requests: "problem.tooMany",
  unauthenticated: "problem.unauthenticated",
  forbidden: "problem.forbidden",
  not_found: "problem.notFound",
} as const satisfies Partial<Record<ApiErrorCode, string>>;

export type ProblemMessage = (typeof messages)[keyof typeof messages] | "problem.unexpected";

/** Returns the interface message for the error of a call: the problem and the remedy. */
export function toProblemMessage(error: unknown): ProblemMessage {
  const code = error instanceof ApiError ? error.code : "";
  return (messages as Partial<Record<string, ProblemMessage>>)[code] ?? "problem.unexpected";
}
