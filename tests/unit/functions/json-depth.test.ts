import { expect, test } from "vitest";
import { measureJsonDepth } from "#functions/kernel/http/body.ts";

test.each([
  ["7", 0],
  ["{}", 1],
  ['[[], {"a": [1]}]', 3],
  ['{"[[[": "{{{", "b": "\\"[["}', 1],
  ['{"a\\\\": [[]]}', 3],
])("%s is %i deep", (text, depth) => {
  expect(measureJsonDepth(text)).toBe(depth);
});

test.each([
  ["strings that never end", `"${'\\"'.repeat(32_000)}`, 0],
  ["quotes", '"'.repeat(64_001), 0],
  ["brackets", "[{".repeat(32_000), 64_000],
  ["backslashes", `"${"\\".repeat(64_000)}`, 0],
])("reads 64 kB of %s", (_, text, depth) => {
  expect(measureJsonDepth(text)).toBe(depth);
});
