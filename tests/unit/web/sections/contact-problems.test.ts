import { expect, test } from "vitest";
import { problemStatus } from "#functions/contract/problem.ts";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import { isAnswerOpen } from "#web/sections/contact-problems.ts";

const openCodes = [
  ...["too_many_requests", "internal_error"],
  ...["database_unavailable", "content_unavailable", "files_unavailable"],
];

test.each(Object.entries(problemStatus))("%s (%i) is final or leaves the result open", (code, status) => {
  expect(isAnswerOpen(new ApiError(code as ApiErrorCode, status))).toBe(openCodes.includes(code));
});

test.each<[ApiErrorCode, number]>([
  ["offline", 0],
  ["unreachable", 0],
  // A network between answers instead of the edge.
  ["unexpected_answer", 200],
  ["unexpected_answer", 403],
  ["unexpected_answer", 404],
  ["unexpected_answer", 502],
])("%s (%i) leaves open whether the message was stored", (code, status) => {
  expect(isAnswerOpen(new ApiError(code, status))).toBe(true);
});
