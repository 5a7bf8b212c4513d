import { expect, test } from "vitest";
import { depthOfJson } from "#functions/http/json-depth.ts";

test.each([
  ["7", 0],
  ["{}", 1],
  ['[[], {"a": [1]}]', 3],
  ['{"[[[": "{{{", "b": "\\"[["}', 1],
  ['{"a\\\\": [[]]}', 3],
])("%s is %i deep", (text, depth) => {
  expect(depthOfJson(text)).toBe(depth);
});

test.each([
  ["strings that never end", `"${'\\"'.repeat(32_000)}`],
  ["quotes", '"'.repeat(64_001)],
  ["brackets", "[{".repeat(32_000)],
  ["backslashes", `"${"\\".repeat(64_000)}`],
])("64 kB of %s are read at once", (_, text) => {
  const began = performance.now();
  depthOfJson(text);
  expect(performance.now() - began).toBeLessThan(500);
});
