import { relative } from "node:path";
import type { StepOutcome } from "./step.ts";

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
};

/** Returns the outcome in a report of vitest, which has the format of Jest. */
export function readVitestReport(text: string): StepOutcome {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(text) as VitestReport;
  const unexecuted = testResults.filter(
    ({ assertionResults }) => !assertionResults.some(({ status }) => ["passed", "failed"].includes(status)),
  );
  // A file that cannot be loaded or prepared fails without a failed test.
  const broken = unexecuted.filter(({ status }) => status === "failed");
  const skipped = unexecuted.filter((file) => !broken.includes(file) && file.assertionResults.length > 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests,
    skippedFiles: skipped.map(({ name }) => relative(process.cwd(), name)),
  };
}

type PlaywrightReport = {
  errors: unknown[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Returns the outcome in a report of Playwright. Its errors are failures outside the tests. */
export function readPlaywrightReport(text: string): StepOutcome {
  const { errors, stats } = JSON.parse(text) as PlaywrightReport;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}
