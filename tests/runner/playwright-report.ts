import { join, relative } from "node:path";
import type { Outcome } from "./step.ts";

type Suite = {
  title: string;
  file: string;
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    ok: boolean;
    tests: { status: string; results: { attachments?: { name: string; path?: string }[] }[] }[];
  }[];
};
type Report = {
  suites: Suite[];
  errors: { message?: string }[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
};

/** What a failed journey left, each in a line. */
function leftBy(results: { attachments?: { name: string; path?: string }[] }[]): string {
  const kept = results
    .flatMap(({ attachments = [] }) => attachments)
    .filter(({ name }) => ["trace", "screenshot"].includes(name));
  return kept
    .map(({ name, path = "" }) => {
      const file = relative(process.cwd(), path);
      return name === "trace" ? `\n  npx playwright show-trace ${file}` : `\n  ${file}`;
    })
    .join("");
}

function visit(suite: Suite, files: Map<string, number>, failures: string[]): void {
  for (const { title, file, ok, tests } of suite.specs ?? []) {
    const path = join("tests/journeys", file);
    const ran = tests.filter(({ status }) => status !== "skipped");
    if (ran.length > 0) files.set(path, (files.get(path) ?? 0) + ran.length);
    if (!ok) failures.push(`${path}: ${title}${leftBy(tests.flatMap(({ results }) => results))}`);
  }
  for (const inner of suite.suites ?? []) visit(inner, files, failures);
}

/** Reads a report of Playwright. */
export function readPlaywrightReport(text: string): Outcome {
  const { suites, errors, stats } = JSON.parse(text) as Report;
  const files = new Map<string, number>();
  const failures = errors.map(({ message = "" }) => `the journeys: ${message.split("\n")[0]}`);
  for (const suite of suites) visit(suite, files, failures);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    failures,
    files,
  };
}
