import { join } from "node:path";
import { expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./reports.ts";
import { describeSkipped } from "./run.ts";

const toReport = (...testResults: [file: string, status: string, ...statuses: string[]][]) =>
  JSON.stringify({
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 3,
    testResults: testResults.map(([file, status, ...statuses]) => ({
      name: join(process.cwd(), file),
      status,
      assertionResults: statuses.map((assertionStatus) => ({ status: assertionStatus })),
    })),
  });

test("a journey that failed, was flaky or did not start counts as failed", () => {
  const report = { errors: [{}], stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 2 } };
  expect(readPlaywrightReport(JSON.stringify(report))).toEqual({ passed: 1, failed: 3, skipped: 2 });
});

test("a test file that cannot be loaded or prepared counts as failed", () => {
  const report = toReport(
    ["tests/broken.test.ts", "failed"],
    ["tests/unready.test.ts", "failed", "skipped"],
    ["tests/a.test.ts", "failed", "passed", "failed"],
  );
  expect(readVitestReport(report)).toMatchObject({ passed: 1, failed: 3, skippedFiles: [] });
});

test("a run without a PostgreSQL server names the skipped files and how to run them", () => {
  const { skippedFiles = [] } = readVitestReport(
    toReport(
      ["tests/b.test.ts", "passed", "skipped"],
      ["tests/a.test.ts", "passed", "skipped"],
      ["tests/c.test.ts", "passed", "passed", "skipped"],
    ),
  );
  expect(describeSkipped(skippedFiles)).toBe(
    "Skipped every test of tests/a.test.ts, tests/b.test.ts: set LOCAL_POSTGRES_URL (tests/support/postgres.sh starts a server).",
  );
});
