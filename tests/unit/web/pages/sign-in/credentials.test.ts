import { describe, expect, test } from "vitest";
import { checkCredentials, checkEmail } from "#web/pages/sign-in/credentials.ts";

const filled = { email: "ana@guaria.example", password: "una frase larga", confirmation: "una frase larga" };

describe("signing in", () => {
  test("asks for an address and a password", () => {
    expect(checkCredentials("sign_in", { email: "", password: "", confirmation: "" })).toEqual({
      email: "auth.required.email",
      password: "auth.required.password",
    });
    expect(checkCredentials("sign_in", { ...filled, email: "ana" })).toEqual({ email: "auth.invalidEmail" });
  });

  test("leaves the password's rules to those who make one", () => {
    expect(checkCredentials("sign_in", { ...filled, password: "short", confirmation: "" })).toEqual({});
  });
});

test.each(["ana@gmail,com", "ana@localhost", "ana@correo", "ana ruiz@gmail.com", "ana@-gmail.com"])(
  "a new address is refused by the rule of the edge: %s",
  (email) => {
    expect(checkEmail(email)).toEqual({ email: "auth.invalidEmail" });
    expect(checkCredentials("sign_up", { ...filled, email })).toEqual({ email: "auth.invalidEmail" });
  },
);

test("signing in takes an address that is older than the rule", () => {
  expect(checkCredentials("sign_in", { ...filled, email: "ana@localhost" })).toEqual({});
});

describe("creating an account", () => {
  test("refuses passwords that differ", () => {
    expect(checkCredentials("sign_up", { ...filled, confirmation: "una frase larga " })).toEqual({
      confirmation: "auth.mismatch",
    });
    expect(checkCredentials("sign_up", filled)).toEqual({});
  });

  test("takes 8 to 128 characters, counted as people count them", () => {
    const of = (password: string) =>
      checkCredentials("sign_up", { ...filled, password, confirmation: password }).password;
    expect(of("1234567")).toBe("auth.tooShort");
    expect(of("12345678")).toBeUndefined();
    expect(of("🌺".repeat(128))).toBeUndefined();
    expect(of("🌺".repeat(129))).toBe("auth.tooLong");
  });
});
