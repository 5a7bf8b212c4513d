import { relative } from "node:path";
import { reasonOf } from "./reason.ts";
import type { Outcome } from "./step.ts";

type Report = {
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
export function readVitestReport(text: string): Outcome {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(text) as Report;
  const failures: string[] = [];
  const files = new Map<string, number>();
  const times = new Map<string, number>();
  const skippedFiles: string[] = [];
  let broken = 0;
  for (const { name, status, message, startTime, endTime, assertionResults } of testResults) {
    const file = relative(process.cwd(), name);
    const ran = assertionResults.filter((each) => ["passed", "failed"].includes(each.status));
    if (ran.length > 0) files.set(file, ran.length);
    if (ran.length > 0) times.set(file, endTime - startTime);
    // A file whose preparation has failed leaves its tests skipped.
    if (ran.length === 0 && status === "failed") {
      broken += 1;
      failures.push(`${file}: the file did not run${reasonOf(message)}`);
    } else if (ran.length === 0 && assertionResults.length > 0) skippedFiles.push(file);
    for (const { fullName, failureMessages } of ran.filter((each) => each.status === "failed"))
      failures.push(`${file}: ${fullName}${reasonOf(failureMessages?.[0])}`);
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
