import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { executeStep, type RunnerStep, readOutcome, type StepOutcome } from "./step.ts";

const results = "test-results";
const weekMs = 7 * 86_400_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function removeOldResults(): Promise<void> {
  for (const name of await readdir(results)) {
    const path = join(results, name);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > weekMs) await rm(path, { recursive: true, force: true });
  }
}

/** Returns the sentence about files whose tests were all skipped because they need a PostgreSQL server. */
export const describeSkipped = (files: string[]): string =>
  `Skipped every test of ${files.toSorted().join(", ")}: set LOCAL_POSTGRES_URL (tests/support/postgres.sh starts a server).`;

/** Opens a run of the test command, which runs steps, prints their outcomes and adds them up. */
export async function openRun() {
  // Every run has its own folder, so that two runs can overlap. Only a failed run leaves its folder.
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const folder = join(results, `${time}-${process.pid}`);
  await mkdir(folder, { recursive: true });
  await removeOldResults();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  const skippedFiles: string[] = [];

  async function runStep(currentStep: RunnerStep): Promise<StepOutcome> {
    const startedAtMs = performance.now();
    const seconds = () => ((performance.now() - startedAtMs) / 1000).toFixed(1);
    const progress = setInterval(() => say(`  ${currentStep.name}, ${seconds()} s …`), 30_000);
    const { code, output } = await executeStep(currentStep);
    clearInterval(progress);
    const outcome = await readOutcome(currentStep, code);
    for (const kind of ["passed", "failed", "skipped"] as const) total[kind] += outcome[kind];
    // The command reports a missing browser separately.
    const needServer = outcome.skippedFiles?.filter((file) => !file.startsWith("tests/other-browsers/"));
    skippedFiles.push(...(needServer ?? []));
    const { passed, failed } = outcome;
    say(`${currentStep.name}: ${failed === 0 ? `${passed} passed` : `${failed} FAILED`}, ${seconds()} s`);
    for (const note of outcome.notes ?? []) say(`  ${note}`);
    if (failed > 0) {
      const file = join(folder, `${currentStep.name.replace(/\W+/g, "-")}.txt`);
      await writeFile(file, `${output}\n`);
      say(`${output}\n`);
      const { name, mend } = currentStep;
      failures.push(`${name}: ${file}${mend ? `; ${mend} repairs what can be repaired automatically` : ""}`);
    }
    return outcome;
  }

  return {
    folder,
    step: runStep,
    /** Runs independent steps in parallel, one for every core. */
    async together(steps: RunnerStep[]): Promise<void> {
      const waiting = [...steps];
      const runWaiting = async () => {
        for (let next = waiting.shift(); next; next = waiting.shift()) await runStep(next);
      };
      await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
    },
    /** Runs sequences of steps side by side. The steps of a sequence run one after the other. */
    async sideBySide(...sequences: RunnerStep[][]): Promise<void> {
      const runSequence = async (steps: RunnerStep[]) => {
        for (const step of steps) await runStep(step);
      };
      await Promise.all(sequences.map(runSequence));
    },
    /** Prints the summary. Returns whether every test passed. */
    async close(): Promise<boolean> {
      const isGood = total.failed === 0 && total.passed > 0;
      if (total.failed === 0) await rm(folder, { recursive: true, force: true });
      if (failures.length > 0) say(`\nFailed:\n${failures.join("\n")}`);
      if (skippedFiles.length > 0) say(describeSkipped(skippedFiles));
      const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
      say(`${total.passed} passed, ${total.failed} failed${skipped}`);
      return isGood;
    },
  };
}

export type Run = Awaited<ReturnType<typeof openRun>>;
