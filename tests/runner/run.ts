import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Outcome, outcomeOf, type Step, work } from "./step.ts";

const results = "test-results";
const week = 7 * 86_400_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function removeOld(): Promise<void> {
  for (const name of await readdir(results)) {
    const path = join(results, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > week) await rm(path, { recursive: true, force: true });
  }
}

/** Lists the slowest files with their seconds. Returns an empty text for fewer than 20 files. */
function slowestOf({ times }: Outcome): string {
  if (times.size < 20) return "";
  const longest = [...times].sort(([, left], [, right]) => right - left).slice(0, 12);
  return longest
    .map(([file, took]) => `${file.replace("tests/", "")} ${Math.round(took / 1000)} s`)
    .join(", ");
}

/** Returns the sentence about files whose tests were all skipped because they need a PostgreSQL server. */
export const sayUntested = (files: string[]): string =>
  `Skipped every test of ${files.toSorted().join(", ")}: set LOCAL_POSTGRES_URL (tests/support/postgres.sh starts a server).`;

/** Opens a run of the test command, which runs steps, prints their outcomes and adds them up. */
export async function openRun() {
  // Every run has its own folder, so that two runs can overlap. Only a failed run leaves its folder.
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = join(results, `${time}-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await removeOld();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const skippedFiles: string[] = [];

  async function step(each: Step): Promise<Outcome> {
    const began = performance.now();
    const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
    const progress = setInterval(() => say(`  ${each.name}, ${seconds()} s …`), 30_000);
    const { code, output } = await work(each);
    clearInterval(progress);
    const outcome = await outcomeOf(each, code);
    for (const kind of ["passed", "failed", "skipped"] as const) total[kind] += outcome[kind];
    failures.push(...outcome.failures);
    // The command reports a missing browser separately.
    const needServer = outcome.skippedFiles?.filter((file) => !file.startsWith("tests/other-browsers/"));
    skippedFiles.push(...(needServer ?? []));
    const { passed, failed } = outcome;
    say(`${each.name}: ${failed === 0 ? `${passed} passed` : `${failed} FAILED`}, ${seconds()} s`);
    const slowest = slowestOf(outcome);
    if (slowest) say(`  slowest: ${slowest}`);
    for (const note of outcome.notes ?? []) say(`  ${note}`);
    if (failed > 0) {
      const file = join(folder, `${each.name.replace(/\W+/g, "-")}.txt`);
      await writeFile(file, `${output}\n`);
      say(`${output}\n`);
      failures.push(`Output of ${each.name}: ${file}`);
    }
    return outcome;
  }

  return {
    folder,
    step,
    /** Runs independent steps in parallel, one for every core. */
    async together(steps: Step[]): Promise<void> {
      const waiting = [...steps];
      const take = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await step(next);
      };
      await Promise.all(Array.from({ length: availableParallelism() }, take));
    },
    /** Prints the summary. Returns whether every test passed. */
    async close(): Promise<boolean> {
      const good = total.failed === 0 && total.passed > 0;
      if (total.failed === 0) await rm(folder, { recursive: true, force: true });
      if (failures.length > 0) say(`\nFailed:\n${failures.join("\n")}`);
      if (skippedFiles.length > 0) say(sayUntested(skippedFiles));
      const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
      say(`${total.passed} passed, ${total.failed} failed${skipped}`);
      return good;
    },
  };
}

export type Run = Awaited<ReturnType<typeof openRun>>;
