// The test command: `npm test` is the gate, `npm run test:all` adds drills and exhaustive runs.
// `npm run check` runs the quick part.
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { InvalidArgumentError, Option } from "commander";
import { createCommand, runCommand } from "#local/commands/cli.ts";
import { listMissingBrowsers } from "./other-browsers/installed.ts";
import { selectChangedTests } from "./runner/changed.ts";
import { createPreparation, listNeededHelpers } from "./runner/preparation.ts";
import { openRun, type Run } from "./runner/run.ts";
import { selectTests, type TestSelection, toSelection } from "./runner/selection.ts";
import type { RunnerStep } from "./runner/step.ts";
import {
  journeysStep,
  lintSteps,
  quickTypesStep,
  supplyChainStep,
  typesStep,
  unitTests,
  vitestStep,
} from "./runner/steps.ts";
import { findBrowser } from "./support/browser.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

const staticSteps = [typesStep, ...lintSteps, supplyChainStep];

const parts: Record<string, (folder: string) => RunnerStep[]> = {
  lint: () => lintSteps,
  types: () => [typesStep],
  unit: (folder) => [vitestStep("unit", folder, unitTests)],
  component: (folder) => [vitestStep("component", folder, { projects: ["component"] })],
  edge: (folder) => [vitestStep("edge", folder, { projects: ["edge"] })],
  database: (folder) => [vitestStep("database", folder, { projects: ["database"] })],
  local: (folder) => [vitestStep("local", folder, { projects: ["local"] })],
  journeys: (folder) => [journeysStep("journeys", folder, { isGate: true })],
};

// Inputs and attempts of tests with generated input and injected faults, and the databases that they run on.
const exhaustive = { INPUTS: "20000", TRIES: "20", KILLS: "200", INTERLEAVINGS: "1000", EVERY_ENGINE: "1" };

// The gate takes a part of the cases of some rules.
const gate = { GATE: "1" };

async function runAll(run: Run, isGate: boolean): Promise<void> {
  findBrowser();
  if (!process.env.LOCAL_POSTGRES_URL) {
    say("LOCAL_POSTGRES_URL is not set: the database tests run on PGlite only.");
  }
  const { folder } = run;
  const inputs = isGate ? gate : exhaustive;
  const order = { isShuffled: !isGate };
  // The longest steps begin first, so that no core waits for one of them at the end.
  await run.together([
    createPreparation(),
    vitestStep("unit", folder, { ...unitTests, ...order }, inputs),
    ...staticSteps,
  ]);
  // Tests often wait for another process or a timer. A second sequence uses the processor meanwhile.
  await run.sideBySide(
    [vitestStep("edge and database", folder, { projects: ["edge", "database", "local"], ...order }, inputs)],
    [
      vitestStep(
        "component",
        folder,
        { projects: ["component"], ...order },
        { ...inputs, ...(isGate && { NODE_ENV: "production" }) },
      ),
      journeysStep("journeys", folder, { isGate }),
    ],
  );
  if (isGate) return;
  await run.step(vitestStep("drills", folder, { projects: ["drills"] }));
  for (const sentence of Object.values(listMissingBrowsers())) say(sentence);
  await run.step(vitestStep("other browsers", folder, { projects: ["other-browsers"] }));
}

/**
 * Runs selected tests, and before them builds what they need.
 * @returns whether any test exists
 */
async function runSelected(
  run: Run,
  title: string,
  selected: TestSelection,
  { repeats = 1, env = {} }: { repeats?: number; env?: Record<string, string> } = {},
): Promise<boolean> {
  const { vitest, journeys } = selected;
  const files = [...(vitest?.files ?? []), ...(journeys?.files ?? [])];
  for (const file of files) say(`  ${file}`);
  if (journeys || files.some((file) => file.startsWith("tests/component/"))) findBrowser();
  const helpers = listNeededHelpers(files);
  if (helpers.length > 0) await run.step(createPreparation(helpers));
  let isKnown = false;
  const runStep = async (step: RunnerStep): Promise<boolean> => {
    const { passed, failed, skippedFiles = [] } = await run.step(step);
    isKnown ||= passed + failed + skippedFiles.length > 0;
    return failed === 0;
  };
  if (vitest) {
    let isGood = true;
    for (let round = 1; round <= repeats && isGood; round += 1) {
      const roundTitle = repeats > 1 ? `tests: ${title}, ${round}` : `tests: ${title}`;
      isGood = await runStep(vitestStep(roundTitle, run.folder, vitest, env));
    }
  }
  if (journeys) await runStep(journeysStep(`journeys: ${title}`, run.folder, { ...journeys, repeats }));
  return isKnown;
}

/** Runs the tests with a name in their path or title. Returns whether any exists. */
async function runNamed(run: Run, name: string, repeats: number): Promise<boolean> {
  const isKnown = await runSelected(run, name, selectTests(name), { repeats });
  if (!isKnown) say(`No test has "${name}" in its path or its title.`);
  return isKnown;
}

/** Runs `work` while other threads keep every core busy, as on a shared machine. */
async function runUnderLoad<T>(work: () => Promise<T>): Promise<T> {
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker("for (;;) Math.sqrt(Math.random());", { eval: true }),
  );
  try {
    return await work();
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

type TestRunOptions = { all?: true; quick?: true; only?: string; repeat: number };

async function runRequested(
  run: Run,
  names: string[],
  { all, quick, only, repeat }: TestRunOptions,
): Promise<boolean> {
  const { folder } = run;
  if (quick) {
    await run.together([vitestStep("unit", folder, unitTests), quickTypesStep, ...lintSteps]);
  } else if (only !== undefined) {
    if (["component", "journeys"].includes(only)) findBrowser();
    await run.together(parts[only]?.(folder) ?? []);
  } else if (names.length === 0) {
    await runAll(run, !all);
  } else if (names.includes("changed")) {
    await run.together([quickTypesStep, ...lintSteps]);
    await runSelected(run, "changed", toSelection(selectChangedTests()), { env: gate });
    say("Journeys and drills run with npm test and npm run test:all, or by their names.");
    say("So do the tests of every route, unless a route or shared code has changed.");
  } else {
    const runNames = async () => {
      let isKnown = true;
      for (const name of names) isKnown = (await runNamed(run, name, repeat)) && isKnown;
      return isKnown;
    };
    return repeat > 1 ? runUnderLoad(runNames) : runNames();
  }
  return true;
}

function toRepeats(text: string): number {
  const repeats = Number(text);
  if (Number.isInteger(repeats) && repeats >= 1) return repeats;
  throw new InvalidArgumentError("--repeat takes a number from 1.");
}

async function runTests(names: string[], options: TestRunOptions): Promise<void> {
  const run = await openRun();
  let isDone = false;
  try {
    isDone = await runRequested(run, names, options);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
  const isGood = await run.close();
  process.exitCode = isGood && isDone ? 0 : 1;
}

const command = createCommand("npm test", "Runs the gate, a part of it, or the tests of a name.")
  .argument(
    "[names...]",
    "tests with a name in their path or, if no path has it, in their title; changed: the static checks, and the tests that uncommitted changes can break",
  )
  .option("--all", "add the drills and the exhaustive runs")
  .option("--quick", "only the static checks and the unit tests")
  .addOption(new Option("--only <part>", "one part of the gate").choices(Object.keys(parts)))
  .option("--repeat <n>", "repeat the tests of a name under load", toRepeats, 1)
  .action(runTests);

await runCommand(command);
