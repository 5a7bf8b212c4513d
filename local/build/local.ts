// Builds the site for npm start into the given folder, for this machine and from its content. The second argument is an
// earlier build of the same sources. Steps and failures are reported to the parent process.

import { report } from "#local/processes/run.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { addresses } from "#local/product/services.ts";
import { localContent, readSettings } from "#local/settings.ts";
import { buildArtefact } from "./artefact.ts";

try {
  const settings = readSettings();
  const { site, sanity } = addresses(settings);
  const [outDirectory = "", sameSources] = process.argv.slice(2);
  const content = { ...localContent, apiHost: sanity };
  await buildArtefact({
    outDirectory,
    siteOrigin: site,
    content,
    quickPictures: true,
    ...(sameSources && { sameSources }),
    onHeavy: say,
    onStep: (step) => report({ step }),
  });
} catch (error) {
  report({ failure: sentence(error) });
  process.exitCode = 1;
}
