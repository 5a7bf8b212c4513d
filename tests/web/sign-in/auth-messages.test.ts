import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from "@supabase/auth-js";
import { describe, expect, test } from "vitest";
import { authMessage } from "#web/pages/sign-in/auth-messages.ts";

describe("the red alert", () => {
  test("says in the visitor's language what a known code means", () => {
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
    expect(authMessage(new AuthApiError("Slow down", 429, undefined), true)).toEqual({
      id: "auth.error.tooMany",
    });
  });

  test("falls back to the provider's words for a code that has no message", () => {
    expect(authMessage(new AuthApiError("Captcha went wrong", 400, "captcha_failed"), true)).toEqual({
      providerWords: "Captcha went wrong",
    });
  });

  test("tells a missing network from a service that does not answer", () => {
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
    ["an answer without words", new AuthApiError("{}", 400, undefined)],
  ])("is an unexpected error for %s", (_what, error) => {
    expect(authMessage(error, true)).toEqual({ id: "auth.error.unexpected" });
  });
});
