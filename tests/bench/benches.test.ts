import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benches, toNames } from "./benches.ts";

test("takes every measurement without a name, each from a file of its own", () => {
  const names = toNames([]);
  expect(names).toEqual(Object.keys(benches));
  for (const name of names) expect(existsSync(join(import.meta.dirname, `${name}.ts`)), name).toBe(true);
});

test("takes the measurements in the given order", () => {
  expect(toNames(["dev", "inbox"])).toEqual(["dev", "inbox"]);
});

test("rejects an unknown name with the list of all names", () => {
  expect(() => toNames(["taps", "lightness"])).toThrow('There is no measurement called "lightness"');
  for (const name of Object.keys(benches)) expect(() => toNames(["toString"])).toThrow(`  ${name} `);
});
