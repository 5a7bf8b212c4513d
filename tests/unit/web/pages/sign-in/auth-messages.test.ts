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
import { authMessage, fieldMessage, secondsLeft, waitInWords } from "#web/pages/sign-in/auth-messages.ts";

describe("the red alert", () => {
  test("has a message for every known code", () => {
    expect(
      authMessage(new AuthApiError("Invalid login credentials", 400, "invalid_credentials"), true),
    ).toEqual({
      id: "auth.error.credentials",
    });
    expect(authMessage(new AuthApiError("Email not confirmed", 400, "email_not_confirmed"), true)).toEqual({
      id: "auth.error.unconfirmed",
    });
    expect(authMessage(new AuthWeakPasswordError("Password is weak", 422, ["length"]), true)).toEqual({
      id: "auth.error.weakPassword",
    });
    expect(
      authMessage(new AuthApiError("Signups not allowed for this instance", 422, "signup_disabled"), true),
    ).toEqual({ id: "auth.error.signUpClosed" });
    expect(authMessage(new AuthApiError("Slow down", 429, undefined), true)).toEqual({
      id: "auth.error.tooMany",
    });
  });

  test.each(authErrorCodes)("has a message in both languages for %s", (code) => {
    const said = authMessage(new AuthApiError("Words of the service", 400, code), true);
    expect(said).toHaveProperty("id");
    expect(english).toHaveProperty([(said as { id: string }).id]);
    expect(spanish).toHaveProperty([(said as { id: string }).id]);
  });

  test("falls back to the provider's text for a code without a message", () => {
    expect(authMessage(new AuthApiError("Captcha went wrong", 400, "captcha_failed"), true)).toEqual({
      providerWords: "Captcha went wrong",
    });
  });

  test("distinguishes a missing network from an unavailable service", () => {
    const error = new AuthRetryableFetchError("fetch failed", 0);
    expect(authMessage(error, false)).toEqual({ id: "auth.error.offline" });
    expect(authMessage(error, true)).toEqual({ id: "auth.error.unavailable" });
    expect(authMessage(new AuthRetryableFetchError("", 503), true)).toEqual({
      id: "auth.error.unavailable",
    });
  });

  test.each([
    ["a bug", new TypeError("x is undefined")],
    ["a broken service", new AuthRetryableFetchError("boom", 500)],
    ["an answer that is no JSON", new AuthUnknownError("Unexpected token <", new SyntaxError())],
    ["an answer without text", new AuthApiError("{}", 400, undefined)],
  ])("is an unexpected error for %s", (_what, error) => {
    expect(authMessage(error, true)).toEqual({ id: "auth.error.unexpected" });
  });
});

describe("a rejection of a field", () => {
  test("shows the reason beside a rejected password", () => {
    const weak = (...reasons: string[]) =>
      fieldMessage(new AuthWeakPasswordError("weak", 422, reasons as never));
    expect(weak("length")).toEqual({ field: "password", message: "auth.tooShort" });
    expect(weak("pwned")).toEqual({ field: "password", message: "auth.error.common" });
    expect(weak("predictable")).toEqual({ field: "password", message: "auth.error.predictable" });
    expect(weak("unheard of")).toEqual({ field: "password", message: "auth.error.weakPassword" });
  });

  test("names the field to correct", () => {
    const field = (code: string) => fieldMessage(new AuthApiError("", 422, code))?.field;
    expect(field("same_password")).toBe("password");
    expect(field("current_password_invalid")).toBe("current");
    expect(field("otp_expired")).toBe("code");
    expect(field("invalid_credentials")).toBeUndefined();
    expect(fieldMessage(new Error("no answer"))).toBeNull();
  });

  test("shows beside the address that the edge rejects it", () => {
    const refusal = new AuthApiError(
      "Unable to validate email address: invalid format",
      400,
      "validation_failed",
    );
    expect(fieldMessage(refusal)).toEqual({ field: "email", message: "auth.invalidEmail" });
    expect(fieldMessage(new AuthApiError("Invalid scope", 400, "validation_failed"))).toBeNull();
  });
});

test("formats a wait in its largest unit, in both languages", () => {
  expect(waitInWords(1, "es-CR")).toBe("1 segundo");
  expect(waitInWords(59, "es-CR")).toBe("59 segundos");
  expect(waitInWords(61, "es-CR")).toBe("2 minutos");
  expect(waitInWords(3600, "en-US")).toBe("1 hour");
});

test("another mail can be requested after a minute, with any change of the clock", () => {
  expect(secondsLeft(1000, 60, 1000)).toBe(60);
  expect(secondsLeft(1000, 60, 31_500)).toBe(30);
  expect(secondsLeft(1000, 60, 61_000)).toBe(0);
  expect(secondsLeft(7_200_000, 60, 0)).toBe(60);
});
