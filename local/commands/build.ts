// `npm run build`: the production build, ready for Pages, in dist/ or the folder that is named, and the scheduled Worker
// beside it, with the list of what both ship of other people's. SITE_ORIGIN and SANITY_PROJECT_ID say for whom and from where. With --offline-copy a CMS that is away does not
// matter: the copy of the last build that reached it is taken, or, where no build has or there is none, the one that was
// last exported to cms/seed.
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { buildShipped } from "#local/build/artefact.ts";
import { readProduction } from "#local/build/production.ts";
import { openProgress, say, sentence } from "#local/processes/terminal.ts";

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
  const older = await buildShipped({
    ...{ ...production, outDirectory, onHeavy: say, onStep },
    ...{ offlineCopy, exportedCopy: offlineCopy },
  });
  if (older) say(older);
  say(`Built ${outDirectory}.`);
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
} finally {
  progress.close();
}
