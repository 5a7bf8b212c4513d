import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { budgets } from "#web/build/budgets.ts";
import { storeCacheEntry } from "#web/build/build-cache.ts";
import { buildFunctions } from "#web/build/workers/functions.ts";
import { listStartModules, markPure } from "#web/build/workers/worker-modules.ts";
import { functionsBundle } from "../support/bundles.ts";
import { nightlyTest } from "../support/suite.ts";
import { createTestFolder } from "../support/test-folder.ts";

const originalBudgets = { ...budgets };
const folder = createTestFolder();
afterEach(() => void Object.assign(budgets, originalBudgets));

describe("a build of a heavy API fails with the heaviest modules, and writes nothing", () => {
  nightlyTest.each([
    ["api", "The API", /passwords|@zxcvbn-ts/],
    ["apiStart", "What the API evaluates at its start", /@sanity\/client/],
  ] as const)("over the budget %s", async (budget, bundleName, module) => {
    // Without it, the error names the modules that have grown since the last build of this machine.
    await storeCacheEntry("sizes", "api.json", "{}");
    budgets[budget] = 100 * 1024;
    const failure = await buildFunctions(folder).then(String, String);
    expect(failure).toMatch(
      new RegExp(`^Error: ${bundleName} weighs \\d+\\.\\d kB, and its budget is 100\\.0 kB; .*\\.$`),
    );
    expect(failure).toMatch(module);
    expect(await readdir(join(folder, "_worker.js"))).toEqual([]);
  });
});

test("static imports are evaluated at the start, with all their imports, and dynamic ones are not", () => {
  const chunks = [
    { fileName: "worker.js", isEntry: true, imports: ["shared.js"], dynamicImports: ["late.js"] },
    { fileName: "shared.js", isEntry: false, imports: ["deep.js"] },
    { fileName: "deep.js", isEntry: false, imports: ["worker.js"] },
    { fileName: "late.js", isEntry: false, imports: ["worker.js", "later.js"] },
    { fileName: "later.js", isEntry: false, imports: [] },
  ];
  const listNames = (chunkList: typeof chunks) => listStartModules(chunkList).map(({ fileName }) => fileName);
  expect(listNames(chunks)).toEqual(["worker.js", "shared.js", "deep.js"]);
  const eager = chunks.map((chunk) =>
    chunk.isEntry ? { ...chunk, imports: ["shared.js", "late.js"] } : chunk,
  );
  expect(listNames(eager)).toHaveLength(chunks.length);
});

const driver = new URL("../../node_modules/@neondatabase/serverless/index.mjs", import.meta.url);

test("the API bundles the HTTP half of the database driver, and not its WebSocket half", async () => {
  const worker = await readFile(join(await functionsBundle(), "_worker.js", "worker.js"), "utf8");
  expect(worker).toContain("Neon-Batch-Isolation-Level");
  expect(await readFile(driver, "utf8")).toContain("SASLInitialResponse");
  expect(worker.includes("SASLInitialResponse")).toBe(false);
});

test("a driver with unexpected source code fails the build", () => {
  expect(() => markPure("export const neon = () => {};")).toThrow("Neon's driver is written in another way");
});
