import { describe, expect, test } from "vitest";
import { companyWords, passwordFaults } from "#functions/auth/password-rules.ts";

const company = companyWords({
  MAIL_FROM: "Guaria Digital <web@guaria.example>",
  SITE_ORIGIN: "https://www.guaria.example",
});
const faults = (password: string, email = "maria.rojas@cafetal.example") =>
  passwordFaults(password, { email, company });

describe("a password is taken", () => {
  test.each([
    "tres volcanes y un río",
    "x7#kQ9vL",
    "🌋🌋🦥🦜🌊🐢🥭🫘",
    "contraseña del buzón",
    "la guaria morada florece",
    "maria come gallo pinto",
    "ññkq7w2z",
    `${"abcdefgh ".repeat(14)}zz`,
  ])("%s", async (password) => {
    expect(await faults(password)).toEqual([]);
  });
});

describe("a password is refused", () => {
  test.each(["", "x7#kQ9v", "🌋🌋🦥🦜🌊🐢🥭", "n\u0303".repeat(7), `${"x7#kQ9vL".repeat(16)}x`])(
    "for its length, counted in characters: %s",
    async (password) => {
      expect(await faults(password)).toEqual(["length"]);
    },
  );

  test.each([
    "password",
    "12345678",
    "PASSWORD",
    "Password123",
    "P@ssw0rd",
    "p4ssw0rd!",
    "qwertyuiop",
    "iloveyou2024",
    "!!dragon123",
    "passwordpassword",
    "aaaaaaaaaaaa",
    "abababababab",
    "12341234",
    "123qweasd",
  ])("for being among the most common, changed a little or not: %s", async (password) => {
    expect(await faults(password)).toEqual(["pwned"]);
  });

  test.each([
    "GuariaDigital",
    "Guaria-Digital-2026!",
    "Digital+Guaria1",
    "gu4r14d1g1t4l",
    "guariaguaria9",
    "maria.rojas@cafetal.example",
    "mariarojas77",
    "RojasMaria",
    "cafetal2026",
    "Guaria maria 1",
  ])("for being made of the company's name or the own address: %s", async (password) => {
    expect(await faults(password)).toEqual(["predictable"]);
  });
});
