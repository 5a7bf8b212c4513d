import { ApiError, type ApiErrorCode } from "./api-error.ts";

const messages: Partial<Record<ApiErrorCode, ProblemMessage>> = {
  offline: "problem.offline",
  unreachable: "problem.unreachable",
  database_unavailable: "problem.unavailable",
  too_many_requests: "problem.tooMany",
  unauthenticated: "problem.unauthenticated",
  forbidden: "problem.forbidden",
  not_found: "problem.notFound",
};

export type ProblemMessage = `problem.${
  | "offline"
  | "unreachable"
  | "unavailable"
  | "tooMany"
  | "unauthenticated"
  | "forbidden"
  | "notFound"
  | "unexpected"}`;

/** The interface message that says what went wrong and what to do, for anything a call can throw. */
export function problemMessage(error: unknown): ProblemMessage {
  return (error instanceof ApiError && messages[error.code]) || "problem.unexpected";
}
