import { expect, test } from "vitest";
import { selectSteps } from "./changed.ts";

const listStepNames = (...files: string[]) => selectSteps(files, "results").map(({ name }) => name);

test.each([
  ["web/ui/icon.tsx", ["unit and component", "journeys"]],
  ["functions/app.ts", ["unit and component", "edge and database", "journeys"]],
  ["migrations/0001_submissions.sql", ["unit and component", "edge and database", "journeys"]],
  ["cms/schema/page.ts", ["unit and component", "journeys"]],
  ["tests/edge/api.test.ts", ["unit and component", "edge and database"]],
  ["tests/journeys/visitor-only-reads.spec.ts", ["unit and component", "journeys"]],
  ["README.md", ["unit and component"]],
])("a change of %s runs the tests that it can break", (file, names) => {
  expect(listStepNames(file)).toEqual(names);
});

test("a changed edge test or journey runs alone, without the others", () => {
  const steps = selectSteps(["tests/edge/api.test.ts", "tests/journeys/admin-answers.spec.ts"], "results");
  expect(steps[1]?.command.slice(-1)).toEqual(["tests/edge/api.test.ts"]);
  expect(steps[2]?.command.slice(-1)).toEqual(["tests/journeys/admin-answers.spec.ts"]);
});
