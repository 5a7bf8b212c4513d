import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notBefore } from "#functions/accounts/sign-up/mailed-calls.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ["resolves", () => Promise.resolve("outcome")],
  ["rejects", () => Promise.reject("outcome")],
])("delays the answer of work that %s at once to the full time", async (_, work) => {
  let isSettled = false;
  const outcome = notBefore(250, work)
    .catch((reason) => reason)
    .finally(() => {
      isSettled = true;
    });
  await vi.advanceTimersByTimeAsync(249);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isSettled).toBe(true);
  expect(await outcome).toBe("outcome");
});
