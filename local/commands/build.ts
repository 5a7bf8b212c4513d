// `npm run build`: the production build, ready for Pages, in dist/ or the folder that is named, and the scheduled Worker
// beside it, with the list of what both ship of other people's. SITE_ORIGIN and SANITY_PROJECT_ID say for whom and from where. With --offline-copy a CMS that is away does not
// matter: the copy of the last build that reached it is taken, or, where no build has or there is none, the one that was
// last exported to cms/seed.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildArtefact } from "#local/build/artefact.ts";
import { writeBillOfMaterials } from "#local/build/bill-of-materials.ts";
import { readProduction } from "#local/build/production.ts";
import { openProgress } from "#local/processes/progress.ts";
import { say, sentence } from "#local/processes/terminal.ts";

const progress = openProgress(say);
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { "offline-copy": { type: "boolean", default: false } },
  });
  const offlineCopy = values["offline-copy"];
  const outDirectory = resolve(positionals[0] ?? "dist");
  const production = readProduction(process.env, offlineCopy);
  const onStep = (step: string) => progress.at("the build", step);
  const older = await buildArtefact({ ...production, outDirectory, offlineCopy, onHeavy: say, onStep });
  onStep("what it ships");
  await writeBillOfMaterials(outDirectory);
  if (older) say(older);
  say(`Built ${outDirectory}.`);
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
} finally {
  progress.close();
}
