import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { benches, toWanted } from "./benches.ts";

test("without a name every measurement is taken, each of a file of its own", () => {
  const { names, options } = toWanted([]);
  expect(names).toEqual(Object.keys(benches));
  expect(options).toEqual([]);
  for (const name of names) expect(existsSync(join(import.meta.dirname, `${name}.ts`)), name).toBe(true);
});

test("names are taken in the order in which they are given, and options are handed on", () => {
  expect(toWanted(["dev", "--quick", "inbox", "--rounds=2"])).toEqual({
    names: ["dev", "inbox"],
    options: ["--quick", "--rounds=2"],
  });
});

test("a name that no measurement has is refused with every name there is", () => {
  expect(() => toWanted(["taps", "lightness"])).toThrow('There is no measurement called "lightness"');
  for (const name of Object.keys(benches)) expect(() => toWanted(["toString"])).toThrow(`  ${name} `);
});
