import { relative } from "node:path";
import { formatReason } from "./reason.ts";
import type { StepOutcome } from "./step.ts";

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
};

/** Returns the outcome in a report of vitest, which has the format of Jest. */
export function readVitestReport(text: string): StepOutcome {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(text) as VitestReport;
  const failures: string[] = [];
  const files = new Map<string, number>();
  const times = new Map<string, number>();
  const skippedFiles: string[] = [];
  let broken = 0;
  for (const { name, status, message, startTime, endTime, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    const executedTests = assertionResults.filter((result) => ["passed", "failed"].includes(result.status));
    if (executedTests.length > 0) files.set(file, executedTests.length);
    if (executedTests.length > 0) times.set(file, endTime - startTime);
    // A file whose preparation has failed leaves its tests skipped.
    if (executedTests.length === 0 && status === "failed") {
      broken += 1;
      failures.push(`${file}: the file did not run${formatReason(message)}`);
    } else if (executedTests.length === 0 && assertionResults.length > 0) skippedFiles.push(file);
    for (const { fullName, failureMessages } of executedTests.filter((result) => result.status === "failed"))
      failures.push(`${file}: ${fullName}${formatReason(failureMessages?.[0])}`);
  }
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken,
    skipped: numPendingTests,
    failures,
    files,
    times,
    skippedFiles,
  };
}
