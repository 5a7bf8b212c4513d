import { describe, expect, test } from "vitest";
import { checkSignIn, checkSignUp } from "#web/pages/sign-in/credentials.ts";
import { toStrength } from "#web/pages/sign-in/strength.ts";

const filled = { email: "ana@guaria.example", password: "una frase larga", confirmation: "una frase larga" };

describe("signing in", () => {
  test("requires an address and a password", () => {
    expect(checkSignIn({ email: "", password: "" })).toEqual({
      email: "auth.required.email",
      password: "auth.required.password",
    });
    expect(checkSignIn({ ...filled, email: "ana" })).toEqual({ email: "auth.invalidEmail" });
  });

  test("does not apply the rules for new passwords and addresses", () => {
    expect(checkSignIn({ password: "short", email: "ana@localhost" })).toEqual({});
  });
});

describe("creating an account", () => {
  test("rejects passwords that differ", () => {
    expect(checkSignUp({ ...filled, confirmation: "una frase larga " })).toEqual({
      confirmation: "auth.mismatch",
    });
    expect(checkSignUp(filled)).toEqual({});
  });

  test("accepts 8 to 128 characters, with an emoji as one", () => {
    const checkPassword = (password: string) =>
      checkSignUp({ ...filled, password, confirmation: password }).password;
    expect(checkPassword("1234567")).toBe("auth.tooShort");
    expect(checkPassword("12345678")).toBeUndefined();
    expect(checkPassword("🌺".repeat(128))).toBeUndefined();
    expect(checkPassword("🌺".repeat(129))).toBe("auth.tooLong");
  });
});

test("rates short, repeated and sequential passwords and the user's address as weak", () => {
  for (const password of ["Xk9$pq", "aaaaaaaaaaaaaaaaaaaaaaaa", "123456789012", "abcabcabcabcabc"]) {
    expect(toStrength(password), password).toBe("weak");
  }
  expect(toStrength("marisol.quesada", ["marisol", "quesada"])).toBe("weak");
});

test("rates longer passwords higher, and a phrase needs no special characters", () => {
  expect(toStrength("tucan verde")).toBe("fair");
  expect(toStrength("tres tucanes verdes y un mango")).toBe("strong");
  expect(toStrength("q8#Lw2!vTz9&Rm")).toBe("strong");
});
