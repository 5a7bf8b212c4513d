// `npm test`: everything, and one closing line. `npm run check` is its quick part; `npm test -- NAME` what has NAME in its
// path or, where no path has it, in its title.
import { openRun, type Run } from "./runner/run.ts";
import { select } from "./runner/selection.ts";
import type { Outcome } from "./runner/step.ts";
import { journeysStep, quickTests, staticSteps, vitestStep } from "./runner/steps.ts";
import { findBrowser } from "./support/browser.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);

async function everything(run: Run): Promise<void> {
  findBrowser();
  if (!process.env.LOCAL_POSTGRES_URL) {
    say("LOCAL_POSTGRES_URL is not set: the database tests run on PGlite only.");
  }
  await run.together(staticSteps);
  await run.step(vitestStep("unit, edge and database", run.folder, { files: [] }));
  await run.step(journeysStep("journeys", run.folder, { files: [] }));
}

const quickPart = (run: Run) => run.together([vitestStep("unit", run.folder, quickTests), ...staticSteps]);

/** Answers whether there is such a test. */
async function named(run: Run, name: string): Promise<boolean> {
  const { vitest, journeys } = select(name);
  const ran = new Map<string, number>();
  let broken = 0;
  const note = ({ files, failed, skippedFiles = [] }: Outcome) => {
    for (const [file, count] of files) ran.set(file, count);
    for (const file of skippedFiles) ran.set(file, 0);
    broken += failed;
  };
  if (vitest) note(await run.step(vitestStep(`tests: ${name}`, run.folder, vitest)));
  if (journeys) {
    findBrowser();
    note(await run.step(journeysStep(`journeys: ${name}`, run.folder, journeys)));
  }
  for (const [file, count] of ran) say(`  ${file}: ${count}`);
  const found = ran.size > 0 || broken > 0;
  if (!found) say(`No test has "${name}" in its path or its title.`);
  return found;
}

const names = process.argv.slice(2).filter((argument) => argument !== "--quick");
const run = await openRun();
let found = true;
try {
  if (names.length > 0) for (const name of names) found = (await named(run, name)) && found;
  else await (process.argv.includes("--quick") ? quickPart(run) : everything(run));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  found = false;
}
const good = await run.close();
process.exitCode = good && found ? 0 : 1;
