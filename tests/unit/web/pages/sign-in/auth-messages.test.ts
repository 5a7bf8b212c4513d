import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { authErrorCodes } from "#functions/contract/auth-code.ts";
import english from "#web/language/messages/en/private.json" with { type: "json" };
import spanish from "#web/language/messages/es/private.json" with { type: "json" };
import {
  countSecondsLeft,
  formatWait,
  toAuthMessage,
  toFieldRefusal,
} from "#web/pages/sign-in/auth-messages.ts";

describe("the red alert", () => {
  test("has a message for every known code", () => {
    expect(
      toAuthMessage(new AuthApiError("Invalid login credentials", 400, "invalid_credentials"), true),
    ).toEqual({
      id: "auth.error.credentials",
    });
    expect(toAuthMessage(new AuthApiError("Email not confirmed", 400, "email_not_confirmed"), true)).toEqual({
      id: "auth.error.unconfirmed",
    });
    expect(toAuthMessage(new AuthWeakPasswordError("Password is weak", 422, ["length"]), true)).toEqual({
      id: "auth.error.weakPassword",
    });
    expect(
      toAuthMessage(new AuthApiError("Signups not allowed for this instance", 422, "signup_disabled"), true),
    ).toEqual({ id: "auth.error.signUpClosed" });
    expect(toAuthMessage(new AuthApiError("Slow down", 429, undefined), true)).toEqual({
      id: "auth.error.tooMany",
    });
  });

  test.each(authErrorCodes)("has a message in both languages for %s", (code) => {
    const message = toAuthMessage(new AuthApiError("Words of the service", 400, code), true);
    expect(message).toHaveProperty("id");
    expect(english).toHaveProperty([(message as { id: string }).id]);
    expect(spanish).toHaveProperty([(message as { id: string }).id]);
  });

  test("falls back to the provider's text for a code without a message", () => {
    expect(toAuthMessage(new AuthApiError("Captcha went wrong", 400, "captcha_failed"), true)).toEqual({
      providerWords: "Captcha went wrong",
    });
  });

  test("distinguishes a missing network from an unavailable service", () => {
    const error = new AuthRetryableFetchError("fetch failed", 0);
    expect(toAuthMessage(error, false)).toEqual({ id: "auth.error.offline" });
    expect(toAuthMessage(error, true)).toEqual({ id: "auth.error.unavailable" });
    expect(toAuthMessage(new AuthRetryableFetchError("", 503), true)).toEqual({
      id: "auth.error.unavailable",
    });
  });

  test.each([
    ["a bug", new TypeError("x is undefined")],
    ["a broken service", new AuthRetryableFetchError("boom", 500)],
    ["an answer that is no JSON", new AuthUnknownError("Unexpected token <", new SyntaxError())],
    ["an answer without text", new AuthApiError("{}", 400, undefined)],
  ])("is an unexpected error for %s", (_what, error) => {
    expect(toAuthMessage(error, true)).toEqual({ id: "auth.error.unexpected" });
  });
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
