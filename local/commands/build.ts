// `npm run build`: makes the production build for Pages in dist/ or the given folder. Beside it goes the scheduled
// Worker. SITE_ORIGIN and SANITY_PROJECT_ID are required.
import { resolve } from "node:path";
import { readProduction } from "#local/deploy/production.ts";
import { openProgress, say } from "#local/processes/terminal.ts";
import { buildWithNotices } from "#local/product/artifact.ts";
import { createCommand, runCommand } from "./cli.ts";

/** Runs `npm run build`. With `offlineCopy`, the last build's content or else cms/seed replaces an unavailable CMS. */
async function build(folder: string, { offlineCopy = false }: { offlineCopy?: boolean }): Promise<void> {
  const progress = openProgress(say);
  try {
    const outDirectory = resolve(folder);
    const staleCopy = await buildWithNotices({
      ...readProduction(process.env, offlineCopy),
      outDirectory,
      onWarning: say,
      onStep: (step) => progress.at("the build", step),
      offlineCopy,
      exportedCopy: offlineCopy,
    });
    if (staleCopy) say(staleCopy);
    say(`Built ${outDirectory}.`);
  } finally {
    progress.close();
  }
}

const command = createCommand(
  "npm run build",
  "Builds the site for SITE_ORIGIN from the content of SANITY_PROJECT_ID.",
)
  .argument("[folder]", "the output folder", "dist")
  .option(
    "--offline-copy",
    "if the CMS is unavailable, build from the content of the last build, or else from cms/seed",
  )
  .action(build);

await runCommand(command);
