import { expect, test } from "vitest";
import { contactFields } from "#functions/contract/contact.ts";
import { fieldCodes } from "#functions/contract/field-code.ts";
import { problemStatus } from "#functions/contract/problem.ts";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import english from "#web/language/messages/en/site.json" with { type: "json" };
import spanish from "#web/language/messages/es/site.json" with { type: "json" };
import { isAnswerOpen, toFieldProblem, toSendingProblem } from "#web/sections/contact-problems.ts";

const openCodes = ["too_many_requests", "internal_error", "database_unavailable", "content_unavailable"];

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

test.each(Object.entries(problemStatus))("%s (%i) has a message in both languages", (code, status) => {
  const id = toSendingProblem(new ApiError(code as ApiErrorCode, status));
  expect(english).toHaveProperty([id]);
  expect(spanish).toHaveProperty([id]);
});

test.each(fieldCodes)("%s has a message in both languages beside every field", (code) => {
  for (const field of contactFields) {
    const { id } = toFieldProblem(field, code);
    expect(english).toHaveProperty([id]);
    expect(spanish).toHaveProperty([id]);
  }
});
