import { expect, test } from "vitest";
import { problemStatus } from "#functions/contract/problem.ts";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import { answerIsOpen } from "#web/sections/contact-problems.ts";

const open = ["too_many_requests", "internal_error", "database_unavailable", "content_unavailable"];

test.each(Object.entries(problemStatus))("%s (%i) is final, or not", (code, status) => {
  expect(answerIsOpen(new ApiError(code as ApiErrorCode, status))).toBe(open.includes(code));
});

test.each<[ApiErrorCode, number]>([
  ["offline", 0],
  ["unreachable", 0],
  // What a network between answers in the edge's place.
  ["unexpected_answer", 200],
  ["unexpected_answer", 403],
  ["unexpected_answer", 404],
  ["unexpected_answer", 502],
])("%s (%i) leaves open whether the message was stored", (code, status) => {
  expect(answerIsOpen(new ApiError(code, status))).toBe(true);
});
