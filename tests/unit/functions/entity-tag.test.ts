import { expect, test } from "vitest";
import { isKnownTag, isWantedTag } from "#functions/kernel/http/entity-tag.ts";

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b" , W/"a"\t,"c"', true],
  ['"b", "c"', false],
  ["a", false],
  ["*", true],
  [" * ", true],
  ['"*"', false],
  ['"b,a", "c"', false],
  ["", false],
  [null, false],
])("If-None-Match: %s matches the tag a: %s", (header, isKnown) => {
  expect(isKnownTag(header, '"a"')).toBe(isKnown);
  expect(isKnownTag(header, 'W/"a"')).toBe(isKnown);
});

test("reads a header full of spaces", () => {
  const spaces = " ".repeat(60_000);
  expect(isKnownTag(`"b"${spaces}"c"`, '"a"')).toBe(false);
  expect(isKnownTag(`"b",${spaces}"a"${spaces}`, '"a"')).toBe(true);
});

test.each([
  [null, true],
  ["*", true],
  ['"a"', true],
  ['"b", "a"', true],
  ['W/"a"', false],
  ['"b"', false],
  ["", false],
])("If-Match: %s matches the tag a: %s", (header, isWanted) => {
  expect(isWantedTag(header, '"a"')).toBe(isWanted);
});

test("a list never matches a weak tag strongly", () => {
  expect(isWantedTag('W/"a"', 'W/"a"')).toBe(false);
  expect(isWantedTag("*", 'W/"a"')).toBe(true);
});
