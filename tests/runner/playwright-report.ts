import { join, relative } from "node:path";
import { formatReason } from "./reason.ts";
import type { StepOutcome } from "./step.ts";

type Result = {
  duration: number;
  error?: { message?: string };
  attachments?: { name: string; path?: string }[];
};
type Suite = {
  title: string;
  file: string;
  suites?: Suite[];
  specs?: {
    title: string;
    ok: boolean;
    tests: { status: string; results: Result[] }[];
  }[];
};
type PlaywrightReport = {
  suites: Suite[];
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** Lists the traces and screenshots of a failed journey, one a line. */
function listArtifacts(results: Result[]): string {
  const artifacts = results
    .flatMap(({ attachments = [] }) => attachments)
    .filter(({ name }) => ["trace", "screenshot"].includes(name));
  return artifacts
    .map(({ name, path = "" }) => {
      const file = relative(process.cwd(), path);
      return name === "trace" ? `\n  npx playwright show-trace ${file}` : `\n  ${file}`;
    })
    .join("");
}

// Several journeys can share a file of tests, which count for the journey that the outer suite names.
function collectSuite(
  suite: Suite,
  file: string,
  outcome: Pick<StepOutcome, "files" | "times" | "failures">,
): void {
  const { files, times, failures } = outcome;
  for (const { title, ok, tests } of suite.specs ?? []) {
    const path = join("tests/journeys", file);
    const executedTests = tests.filter(({ status }) => status !== "skipped");
    const results = tests.flatMap((journeyTest) => journeyTest.results);
    const durationMs = results.reduce((sum, { duration }) => sum + duration, 0);
    if (executedTests.length > 0) files.set(path, (files.get(path) ?? 0) + executedTests.length);
    if (executedTests.length > 0) times.set(path, (times.get(path) ?? 0) + durationMs);
    const error = results.find((result) => result.error)?.error;
    if (!ok) failures.push(`${path}: ${title}${formatReason(error?.message)}${listArtifacts(results)}`);
  }
  for (const inner of suite.suites ?? []) collectSuite(inner, file, outcome);
}

/** Returns the outcome in a report of Playwright. */
export function readPlaywrightReport(text: string): StepOutcome {
  const { suites, errors, stats } = JSON.parse(text) as PlaywrightReport;
  const files = new Map<string, number>();
  const times = new Map<string, number>();
  const failures = errors.map(({ message = "" }) => `the journeys: ${message.split("\n")[0]}`);
  for (const suite of suites) collectSuite(suite, suite.file, { files, times, failures });
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures,
    files,
    times,
  };
}
