import { expect, test } from "vitest";
import { createModuleGraph, findCycles, listReachable } from "./module-graph.ts";
import { readSources } from "./source.ts";

const graph = createModuleGraph([
  { path: "web/a.ts", text: 'import { b } from "./b.ts";\nimport { c } from "#web/c.ts";' },
  { path: "web/b.ts", text: 'import { type A, type A2 } from "./a.ts";' },
  { path: "web/c.ts", text: 'export const load = () => import("./d.ts");' },
  { path: "web/d.ts", text: 'export * from "./c.ts";\nimport "react";' },
]);

test("a type import closes a cycle of types, and a lazy import one of values", () => {
  expect(findCycles(graph, ["value"])).toEqual([]);
  expect(findCycles(graph, ["value", "type"])).toEqual([["web/a.ts", "web/b.ts"]]);
  expect(findCycles(graph, ["value", "lazy"])).toEqual([["web/c.ts", "web/d.ts"]]);
});

test("a file loads its imports and theirs, without types", () => {
  expect([...listReachable(graph, "web/a.ts", ["value"])]).toEqual(["web/a.ts", "web/b.ts", "web/c.ts"]);
  expect(listReachable(graph, "web/a.ts", ["value", "lazy"])).toContain("web/d.ts");
});

test("no files import each other in a circle, types included", () => {
  const sources = readSources("{web,functions,cms,local,migrations,tests}/**/*.{ts,tsx,mjs}");
  expect(findCycles(createModuleGraph(sources), ["value", "type"])).toEqual([]);
});
