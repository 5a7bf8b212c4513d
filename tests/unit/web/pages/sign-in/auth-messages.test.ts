import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import {
  countSecondsLeft,
  formatWait,
  toAuthMessage,
  toFieldRefusal,
} from "#web/pages/sign-in/auth-messages.ts";

const networkError = new AuthRetryableFetchError("fetch failed", 0);

test.each<[string, unknown, ReturnType<typeof toAuthMessage>]>([
  ["wrong credentials", new AuthApiError("No", 400, "invalid_credentials"), { id: "auth.error.credentials" }],
  ["an open address", new AuthApiError("Not", 400, "email_not_confirmed"), { id: "auth.error.unconfirmed" }],
  ["too many attempts", new AuthApiError("Slow down", 429, undefined), { id: "auth.error.tooMany" }],
  ["a code without a message", new AuthApiError("No", 400, "captcha_failed"), { serviceText: "No" }],
  ["no answer", networkError, { id: "auth.error.unavailable" }],
  ["an unavailable service", new AuthRetryableFetchError("", 503), { id: "auth.error.unavailable" }],
  ["a bug", new TypeError("x is undefined"), { id: "auth.error.unexpected" }],
  ["a broken service", new AuthRetryableFetchError("boom", 500), { id: "auth.error.unexpected" }],
  [
    "an answer that is no JSON",
    new AuthUnknownError("Unexpected token <", new SyntaxError()),
    { id: "auth.error.unexpected" },
  ],
  ["an answer without text", new AuthApiError("{}", 400, undefined), { id: "auth.error.unexpected" }],
])("the red alert has a message for %s", (_, error, message) => {
  expect(toAuthMessage(error, true)).toEqual(message);
});

test("the red alert distinguishes a missing network from an unavailable service", () => {
  expect(toAuthMessage(networkError, false)).toEqual({ id: "auth.error.offline" });
});

describe("a rejection of a field", () => {
  test("shows the reason beside a rejected password", () => {
    const getWeakMessage = (...reasons: string[]) =>
      toFieldRefusal(new AuthWeakPasswordError("weak", 422, reasons as never));
    expect(getWeakMessage("length")).toEqual({ field: "password", message: "auth.tooShort" });
    expect(getWeakMessage("pwned")).toEqual({ field: "password", message: "auth.error.common" });
    expect(getWeakMessage("predictable")).toEqual({ field: "password", message: "auth.error.predictable" });
    expect(getWeakMessage("unheard of")).toEqual({ field: "password", message: "auth.error.weakPassword" });
  });

  test("names the field to correct", () => {
    const getField = (code: string) => toFieldRefusal(new AuthApiError("", 422, code))?.field;
    expect(getField("same_password")).toBe("password");
    expect(getField("current_password_invalid")).toBe("current");
    expect(getField("otp_expired")).toBe("code");
    expect(getField("invalid_credentials")).toBeUndefined();
    expect(toFieldRefusal(new Error("no answer"))).toBeNull();
  });

  test("shows beside the address that the edge rejects it", () => {
    const refusal = new AuthApiError(
      "Unable to validate email address: invalid format",
      400,
      "validation_failed",
    );
    expect(toFieldRefusal(refusal)).toEqual({ field: "email", message: "auth.invalidEmail" });
    expect(toFieldRefusal(new AuthApiError("Invalid scope", 400, "validation_failed"))).toBeNull();
  });
});

test("formats a wait in its largest unit, in both languages", () => {
  expect(formatWait(1, "es-CR")).toBe("1 segundo");
  expect(formatWait(59, "es-CR")).toBe("59 segundos");
  expect(formatWait(61, "es-CR")).toBe("2 minutos");
  expect(formatWait(3600, "en-US")).toBe("1 hour");
});

test("another mail can be requested after a minute, with any change of the clock", () => {
  expect(countSecondsLeft(1000, 60, 1000)).toBe(60);
  expect(countSecondsLeft(1000, 60, 31_500)).toBe(30);
  expect(countSecondsLeft(1000, 60, 61_000)).toBe(0);
  expect(countSecondsLeft(7_200_000, 60, 0)).toBe(60);
});
