import { dictionary } from "@zxcvbn-ts/language-common";
import { describe, expect, test } from "vitest";
import { findPasswordFaults, listCompanyWords } from "#functions/accounts/passwords/rules.ts";
import { passwordLength } from "#functions/contract/account.ts";

const company = listCompanyWords({
  MAIL_FROM: "Guaria Digital <web@guaria.example>",
  SITE_ORIGIN: "https://www.guaria.example",
});
const findFaults = (password: string, email = "maria.rojas@cafetal.example") =>
  findPasswordFaults(password, { email, company });

describe("a password is taken", () => {
  test.each([
    "tres volcanes y un río",
    "x7#kQ9vL",
    "🌋🌋🦥🦜🌊🐢🥭🫘",
    "contraseña del buzón",
    "la guaria morada florece",
    "maria come gallo pinto",
    "ññkq7w2z",
    "en verano llueve poco",
    "mi clave es un tucán",
    "1990 pasos al mar",
    "abcd7xq1234k",
    "7391ab4820",
    "90210733",
    `${"abcdefgh ".repeat(14)}zz`,
  ])("%s", async (password) => {
    expect(await findFaults(password)).toEqual([]);
  });
});

describe("a password is refused", () => {
  test.each(["", "x7#kQ9v", "🌋🌋🦥🦜🌊🐢🥭", "n\u0303".repeat(7), `${"x7#kQ9vL".repeat(16)}x`])(
    "for its length, counted in characters: %s",
    async (password) => {
      expect(await findFaults(password)).toEqual(["length"]);
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
    expect(await findFaults(password)).toEqual(["pwned"]);
  });

  test.each([
    "987654321",
    "0987654321",
    "01234567",
    "abcdefgh",
    "ABCDEFGH!",
    "abcdefgh2026",
    "hgfedcba1234",
    "19900101",
    "31121999",
    "31/12/1999",
    "2026-11-23",
    "20262026",
    "Contraseña",
    "contraseña1",
    "4dm1n1str4d0r",
    "Admin@1234",
    "Bienvenido1",
    "Verano2026!",
    "noviembre_2026",
    "CostaRica2026",
  ])("for being what guessing begins with anywhere: %s", async (password) => {
    expect(await findFaults(password)).toEqual(["pwned"]);
  });

  test("for being among the 15,000 most common of eight characters and more", async () => {
    const common = dictionary["passwords-common"]
      .map(String)
      .filter((password) => password.length >= passwordLength.minimum)
      .slice(0, 15_000);
    expect(common).toHaveLength(15_000);
    const acceptedPasswords = await Promise.all(
      common.map(async (password) => ((await findFaults(password)).length === 0 ? [password] : [])),
    );
    expect(acceptedPasswords.flat()).toEqual([]);
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
    expect(await findFaults(password)).toEqual(["predictable"]);
  });
});
