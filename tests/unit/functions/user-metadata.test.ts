import { expect, test } from "vitest";
import { readUserMetadata } from "#functions/accounts/own-account/user-metadata.ts";

const createNested = (levels: number): string => (levels === 0 ? "1" : `{"a":${createNested(levels - 1)}}`);

test.each([
  ["that is a list", "[]"],
  ["that is text", '"text"'],
  ["that is a number", "7"],
  ["that is true", "true"],
  ["above 4 kB", JSON.stringify({ a: "x".repeat(4089) })],
  ["above 4 kB in UTF-8", JSON.stringify({ a: "ñ".repeat(2045) })],
  ["above 8 levels", createNested(9)],
  ["of lists in lists", `{"a":${"[".repeat(30)}${"]".repeat(30)}}`],
  ["with half a character", '{"a":"\\ud83d"}'],
  ["with half a character in a name", '{"\\udc00":1}'],
  ["with NUL", '{"a":["\\u0000"]}'],
  ["with NUL in a name", '{"a\\u0000":1}'],
  ["with __proto__", '{"__proto__":{"role":"admin"}}'],
  ["with __proto__ further down", '{"a":[{"__proto__":{}}]}'],
  ["with a number beyond JavaScript's range", '{"a":1e400}'],
  ["with a number of hundreds of digits", '{"a":[1e308]}'],
  ["with a fraction of hundreds of digits", '{"a":5e-324}'],
])("metadata is rejected %s", (_, text) => {
  const rejection = expect.objectContaining({ status: 422, code: "validation_failed" });
  expect(() => readUserMetadata(JSON.parse(text))).toThrow(rejection);
});

test.each([
  ["of 4 kB", JSON.stringify({ a: "x".repeat(4088) })],
  ["of 4 kB in UTF-8", JSON.stringify({ a: "ñ".repeat(2044) })],
  ["of 8 levels", createNested(8)],
])("metadata is accepted %s", (_, text) => {
  expect(readUserMetadata(JSON.parse(text))).toEqual(JSON.parse(text));
});
