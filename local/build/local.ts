// Builds the site for npm start into the given folder, for this machine and from its content. The second argument is an
// earlier build of the same sources. Steps and failures are reported to the parent process.

import { report } from "#local/processes/run.ts";
import { describeError, say } from "#local/processes/terminal.ts";
import { getAddresses } from "#local/product/services.ts";
import { localContent, readSettings } from "#local/settings.ts";
import { buildArtefact } from "./artefact.ts";

try {
  const settings = readSettings();
  const { site, sanity } = getAddresses(settings);
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
  report({ failure: describeError(error) });
  process.exitCode = 1;
}
