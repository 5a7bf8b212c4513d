import { expect, test } from "vitest";
import { isKnownTag } from "#functions/http/entity-tag.ts";

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b" , W/"a"\t,"c"', true],
  ['"b", "c"', false],
  ["a", false],
  ["", false],
  [null, false],
])("a client that names %s has what is tagged a: %s", (header, known) => {
  expect(isKnownTag(header, '"a"')).toBe(known);
  expect(isKnownTag(header, 'W/"a"')).toBe(known);
});

test("a header full of spaces is read at once", () => {
  const began = performance.now();
  expect(isKnownTag(`"b"${" ".repeat(60_000)}"c"`, '"a"')).toBe(false);
  expect(performance.now() - began).toBeLessThan(1_000);
});
