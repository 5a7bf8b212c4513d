// `npm test`: everything, one step after the other, and one closing line. `npm run check` is its quick part.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBrowser } from "./support/browser.ts";

type Count = { passed: number; failed: number; skipped: number };
type Step = { name: string; command: string[]; quick: boolean; count?: (report: string) => Count };

const quick = process.argv.includes("--quick");
const reports = await mkdtemp(join(tmpdir(), "vitrina-reports-"));
const report = (name: string) => join(reports, `${name}.json`);

/** Totals of a report in the form of Jest, which vitest writes. */
function vitestCount(text: string): Count {
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(text);
  const brokenFiles = testResults.filter(
    (file: { status: string; assertionResults: unknown[] }) =>
      file.status === "failed" && file.assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + brokenFiles.length, skipped: numPendingTests };
}

/** Totals of a report of Playwright. */
function playwrightCount(text: string): Count {
  const { stats, errors } = JSON.parse(text);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

const vitest = (name: string, filters: string[]) => [
  ...["vitest", "run", "--config", "tests/vitest.config.ts", "--reporter=dot", "--reporter=json"],
  ...[`--outputFile.json=${report(name)}`, ...filters],
];
const migrations = (await readdir("migrations"))
  .filter((name) => name.endsWith(".sql"))
  .map((name) => join("migrations", name));
const quickSuites = ["tests/web", "tests/functions/unit", "tests/cms/schema", "tests/structure"];

const steps: Step[] = [
  { name: "format and lint", command: ["biome", "check", "--error-on-warnings"], quick: true },
  { name: "types", command: ["tsc", "-p", "."], quick: true },
  { name: "React rules", command: ["eslint", "web", "cms"], quick: true },
  { name: "dead code", command: ["knip", "--treat-config-hints-as-errors"], quick: true },
  { name: "SQL", command: ["squawk", ...migrations], quick: true },
  quick
    ? { name: "unit", command: vitest("unit", quickSuites), quick: true, count: vitestCount }
    : {
        name: "unit, edge and database",
        command: vitest("unit, edge and database", []),
        quick: false,
        count: vitestCount,
      },
  {
    name: "journeys",
    command: ["playwright", "test", "--config", "tests/playwright.config.ts", "--reporter=dot,json"],
    quick: false,
    count: playwrightCount,
  },
];

function run(step: Step): Promise<{ code: number | null; output: string }> {
  const [program = "", ...args] = step.command;
  const child = spawn(program, args, {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report(step.name), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code, output }));
  });
}

async function countOf(step: Step, code: number | null): Promise<Count> {
  const text = step.count && (await readFile(report(step.name), "utf8").catch(() => null));
  const counted =
    step.count && text ? step.count(text) : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  // A runner can fail beside its tests, for instance while it ends what it started.
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

const total: Count = { passed: 0, failed: 0, skipped: 0 };
if (!process.env.LOCAL_POSTGRES_URL && !quick) {
  process.stdout.write("LOCAL_POSTGRES_URL is not set: the database tests run on PGlite only.\n");
}
try {
  if (!quick) findBrowser();
  for (const step of steps.filter((each) => each.quick || !quick)) {
    const began = performance.now();
    process.stdout.write(`${step.name} … `);
    const progress = setInterval(() => process.stdout.write("… "), 15_000);
    const { code, output } = await run(step);
    clearInterval(progress);
    const count = await countOf(step, code);
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped += count.skipped;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(
      `${count.failed === 0 ? `${count.passed} passed` : `${count.failed} FAILED`}, ${seconds} s\n`,
    );
    if (count.failed > 0) process.stdout.write(`${output.trim()}\n\n`);
  }
} catch (error) {
  total.failed += 1;
  process.stdout.write(`${error instanceof Error ? error.message : error}\n`);
} finally {
  await rm(reports, { recursive: true, force: true });
}
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
