import { expect, test } from "vitest";
import { cutCharacters } from "#functions/contract/characters.ts";

test.each([
  ["😀😀", 1, "😀"],
  ["ab👩‍👩‍👧‍👦", 4, "ab"],
  ["👍🏽👍🏽", 3, "👍🏽"],
  ["🇨🇷🇨🇷", 3, "🇨🇷"],
  ["1️⃣2️⃣", 4, "1️⃣"],
  ["cafe\u0301 y más", 4, "caf"],
  ["corto", 5, "corto"],
])("cuts %j after %i code points, never within a character that readers see", (text, maximum, beginning) => {
  expect(cutCharacters(text, maximum)).toBe(beginning);
});

test("cuts within a character that is longer than the limit", () => {
  expect(cutCharacters(`a${"\u0301".repeat(500)}`, 10)).toBe(`a${"\u0301".repeat(9)}`);
});
