import { expect, test } from "vitest";
import { readSources } from "./source.ts";

test("what no one may guess comes from the platform's cryptography: the edge has no other source of randomness", () => {
  const sources = readSources("functions/**/*.ts");
  expect(sources.length).toBeGreaterThan(150);
  const predictable = sources.filter(({ text }) => /Math\s*\.\s*random|\brandom\(\)/.test(text));
  expect(predictable.map(({ path }) => path)).toEqual([]);
});
