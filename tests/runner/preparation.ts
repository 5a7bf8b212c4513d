import { createModuleGraph, listReachable } from "../unit/structure/module-graph.ts";
import { readSources } from "../unit/structure/source.ts";
import type { RunnerStep } from "./step.ts";

/** Modules of `tests/support` that build something once, in the order in which `support/prepare.ts` builds it. */
const helpers = ["bundles", "built-site", "prepared-studio", "database-copy"];

/** Returns the step that builds what many tests share, before the tests start. */
export const createPreparation = (names: string[] = []): RunnerStep => ({
  name: "preparation",
  command: ["node", "tests/support/prepare.ts", ...names],
});

/** Lists what the tests need: the helpers among their imports, and for a journey those of the product. */
export function listNeededHelpers(tests: string[]): string[] {
  const graph = createModuleGraph(readSources("tests/**/*.{ts,tsx}"));
  const entries = tests.map((test) =>
    test.startsWith("tests/journeys/") ? "tests/support/start-for-journeys.ts" : test,
  );
  const modules = new Set(
    [...new Set(entries)].flatMap((entry) => [...listReachable(graph, entry, ["value", "lazy"])]),
  );
  return helpers.filter((name) => modules.has(`tests/support/${name}.ts`));
}
