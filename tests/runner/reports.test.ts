import { join } from "node:path";
import { expect, test } from "vitest";
import { readPlaywrightReport } from "./playwright-report.ts";
import { describeSkipped } from "./run.ts";
import { readVitestReport } from "./vitest-report.ts";

const toAbsolutePath = (file: string) => join(process.cwd(), file);

test("lists a failed journey with its reason, trace and screenshot", () => {
  const attachments = [
    { name: "screenshot", path: toAbsolutePath("test-results/1/picture.png") },
    { name: "trace", path: toAbsolutePath("test-results/1/trace.zip") },
  ];
  const error = {
    message: "\u001b[31mError\u001b[39m: not visible\n\nExpected: visible\n    at a.spec.ts:3",
  };
  // Several journeys share the file of this test.
  const failed = { title: "sends", file: "../support/shared.ts", ok: false };
  const passed = {
    title: "reads",
    file: "a.spec.ts",
    ok: true,
    tests: [{ status: "expected", results: [{ duration: 1200 }] }],
  };
  const outcome = readPlaywrightReport(
    JSON.stringify({
      suites: [
        {
          file: "a.spec.ts",
          specs: [passed],
          suites: [
            {
              specs: [
                {
                  ...failed,
                  tests: [{ status: "unexpected", results: [{ duration: 300, error, attachments }] }],
                },
              ],
            },
          ],
        },
      ],
      errors: [{ message: "The product did not start.\nat somewhere" }],
      stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    }),
  );
  expect(outcome).toMatchObject({ passed: 1, failed: 2, files: new Map([["tests/journeys/a.spec.ts", 2]]) });
  expect(outcome.times).toEqual(new Map([["tests/journeys/a.spec.ts", 1500]]));
  expect(outcome.failures).toEqual([
    "the journeys: The product did not start.",
    "tests/journeys/a.spec.ts: sends\n  Error: not visible\n  Expected: visible\n  test-results/1/picture.png\n  npx playwright show-trace test-results/1/trace.zip",
  ]);
});

test("a test file that cannot be loaded or prepared counts as failed", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join("\n");
  const outcome = readVitestReport(
    JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 1,
      numPendingTests: 1,
      testResults: [
        {
          name: toAbsolutePath("tests/broken.test.ts"),
          status: "failed",
          message: "No such file.",
          assertionResults: [],
        },
        {
          name: toAbsolutePath("tests/unready.test.ts"),
          status: "failed",
          assertionResults: [{ status: "skipped", fullName: "divides" }],
        },
        {
          name: toAbsolutePath("tests/a.test.ts"),
          status: "failed",
          startTime: 1_000,
          endTime: 3_500,
          assertionResults: [
            { status: "passed", fullName: "adds" },
            { status: "failed", fullName: "subtracts", failureMessages: [`AssertionError: 2\n${lines}`] },
          ],
        },
      ],
    }),
  );
  expect(outcome).toMatchObject({ passed: 1, failed: 3, files: new Map([["tests/a.test.ts", 2]]) });
  expect(outcome.skippedFiles).toEqual([]);
  expect(outcome.times).toEqual(new Map([["tests/a.test.ts", 2500]]));
  expect(outcome.failures).toEqual([
    "tests/broken.test.ts: the file did not run\n  No such file.",
    "tests/unready.test.ts: the file did not run",
    // Only the first lines of the message.
    expect.stringMatching(
      /^tests\/a\.test\.ts: subtracts\n {2}AssertionError: 2\n {2}line 1\n[\s\S]* line 11$/,
    ),
  ]);
});

test("a run without a PostgreSQL server names the skipped files and how to run them", () => {
  const skipped = { status: "skipped", fullName: "deploys" };
  const outcome = readVitestReport(
    JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 0,
      numPendingTests: 3,
      testResults: [
        { name: toAbsolutePath("tests/b.test.ts"), status: "passed", assertionResults: [skipped] },
        { name: toAbsolutePath("tests/a.test.ts"), status: "passed", assertionResults: [skipped] },
        {
          name: toAbsolutePath("tests/c.test.ts"),
          status: "passed",
          assertionResults: [{ status: "passed", fullName: "adds" }, skipped],
        },
      ],
    }),
  );
  expect(outcome).toMatchObject({ passed: 1, skipped: 3 });
  expect(describeSkipped(outcome.skippedFiles ?? [])).toBe(
    "Skipped every test of tests/a.test.ts, tests/b.test.ts: set LOCAL_POSTGRES_URL (tests/support/postgres.sh starts a server).",
  );
});
