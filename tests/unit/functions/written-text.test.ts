import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { readEmail } from "#functions/accounts/input.ts";
import { passkeyNameInput } from "#functions/contract/account.schema.ts";
import { submissionListQuery } from "#functions/contract/submission.schema.ts";
import { searchLimit } from "#functions/contract/submission.ts";

describe("a search", () => {
  test("is trimmed and normalized to NFC before its length is checked", () => {
    const decomposedSearch = " ñandú ".normalize("NFD");
    expect(v.parse(submissionListQuery, { q: decomposedSearch }).q).toBe("ñandú");
    for (const character of ["a", "e\u0301", "😀"]) {
      expect(v.is(submissionListQuery, { q: character.repeat(searchLimit) })).toBe(true);
      expect(v.is(submissionListQuery, { q: character.repeat(searchLimit + 1) })).toBe(false);
    }
  });
});

test("the name of a passkey is visible text", () => {
  expect(v.is(passkeyNameInput, { friendly_name: "Mi teléfono" })).toBe(true);
  for (const name of ["\u2800", " ", "\u3164", "\u200b", "\u0301"]) {
    expect(v.is(passkeyNameInput, { friendly_name: name })).toBe(false);
  }
});

describe("the address of an account", () => {
  test("is trimmed and in lower case", () => {
    expect(readEmail(" Ana.Solis@Cliente.Example\t")).toBe("ana.solis@cliente.example");
  });

  // In lower case the Kelvin sign is a k, and the capital dotted I an i with a dot above.
  test.each([
    "\u212aarla@cliente.example",
    "ana@\u212a.example",
    "\u0130na@cliente.example",
    "ñ@cliente.example",
  ])("has no characters that would change in lower case (%s)", (email) => {
    expect(() => readEmail(email)).toThrow(AuthError);
  });
});
