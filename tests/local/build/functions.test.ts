import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildFunctions } from "#local/build/functions.ts";
import { listStartModules } from "#local/build/worker-modules.ts";
import { budgets } from "#web/build/budgets.ts";

const originalBudgets = { ...budgets };
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-functions-"));
});
afterEach(async () => {
  Object.assign(budgets, originalBudgets);
  await rm(folder, { recursive: true });
});

describe("a build of a heavy API fails with the heaviest modules, and writes nothing", () => {
  test.each([
    ["api", "The API", /passwords|@zxcvbn-ts/],
    ["apiStart", "What the API evaluates at its start", /@sanity\/client/],
  ] as const)("over the budget %s", async (budget, bundleName, module) => {
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
