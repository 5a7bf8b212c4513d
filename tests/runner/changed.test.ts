import { expect, test } from "vitest";
import { createModuleGraph } from "../unit/structure/module-graph.ts";
import { readSources } from "../unit/structure/source.ts";
import { artifactTests, readAllSources, selectTestsOf } from "./changed.ts";

const sources = readAllSources();
const graph = createModuleGraph(sources);
const select = (...changedFiles: string[]) => selectTestsOf(changedFiles, graph, sources);

test("every part of an artifact has tests, and every row of the table has sources", () => {
  const paths = [...sources, ...readSources("migrations/*.sql")].map(({ path }) => path);
  for (const row of artifactTests) {
    expect(row.map((pattern) => paths.some((path) => pattern.test(path)))).toEqual([true, true]);
  }
  const uncovered = paths.filter(
    (path) =>
      /^(functions|migrations)\/.*\.(ts|sql)$/.test(path) &&
      !artifactTests.some(([artifact]) => artifact.test(path)),
  );
  expect(uncovered).toEqual(["migrations/migrate.ts"]);
});

test("a changed slice selects its tests at the edge and the tests that import it", () => {
  const tests = select("functions/inbox/csv.ts");
  expect(tests).toContain("tests/unit/functions/csv.test.ts");
  expect(tests).toContain("tests/edge/submissions-out.test.ts");
  expect(tests).not.toContain("tests/edge/passkeys.test.ts");
});

test("a changed route selects the tests of every route, and other code of its slice does not", () => {
  const ofEveryRoute = ["tests/edge/who-may.test.ts", "tests/edge/one-transaction.test.ts"];
  for (const path of ["functions/inbox/routes.ts", "functions/kernel/http/problem.ts"])
    expect(select(path)).toEqual(expect.arrayContaining(ofEveryRoute));
  const tests = select("functions/inbox/csv.ts", "functions/inbox/store.ts");
  expect(tests.filter((test) => ofEveryRoute.includes(test))).toEqual([]);
});

test("a changed component selects the tests of its screens", () => {
  const tests = select("web/pages/sign-in/account/passkeys.tsx");
  expect(tests).toContain("tests/component/account/passkeys.test.tsx");
  expect(tests.filter((path) => !path.startsWith("tests/component/"))).toEqual([]);
});

test("a changed migration selects the tests of its tables and of the slices that use them", () => {
  const tests = select("migrations/0011_passkeys.sql");
  expect(tests).toContain("tests/edge/passkeys.test.ts");
  expect(tests).toContain("tests/database/rights.test.ts");
  expect(tests).not.toContain("tests/edge/spam.test.ts");
});

test("a journey runs only if it has changed itself", () => {
  expect(select("web/app/header.tsx").filter((path) => path.startsWith("tests/journeys/"))).toEqual([]);
  expect(select("tests/journeys/visitor-only-reads.spec.ts")).toEqual([
    "tests/journeys/visitor-only-reads.spec.ts",
  ]);
});

test("a changed section type selects tests of the Studio, and builds no site", () => {
  const tests = select("cms/schema/sections/hero.ts");
  expect(tests).toContain("tests/unit/cms/schema/refusals.test.ts");
  expect(tests.filter((path) => path.startsWith("tests/build/"))).toEqual([]);
});

test("a changed comment selects no test", () => {
  expect(select()).toEqual([]);
});
