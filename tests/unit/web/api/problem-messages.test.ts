import { expect, test } from "vitest";
import { problemStatus } from "#functions/contract/problem.ts";
import { ApiError, type ApiErrorCode } from "#web/api/api-error.ts";
import { toProblemMessage } from "#web/api/problem-messages.ts";
import english from "#web/language/messages/en/private.json" with { type: "json" };
import spanish from "#web/language/messages/es/private.json" with { type: "json" };

test("maps a problem to a message by its remedy", () => {
  expect(toProblemMessage(new ApiError("offline"))).toBe("problem.offline");
  expect(toProblemMessage(new ApiError("database_unavailable", 503))).toBe("problem.unavailable");
  expect(toProblemMessage(new ApiError("too_many_requests", 429))).toBe("problem.tooMany");
});

test("every thrown error has a message", () => {
  expect(toProblemMessage(new TypeError("x is not a function"))).toBe("problem.unexpected");
  for (const code of Object.keys(problemStatus) as ApiErrorCode[]) {
    expect(spanish).toHaveProperty([toProblemMessage(new ApiError(code))]);
    expect(english).toHaveProperty([toProblemMessage(new ApiError(code))]);
  }
});
