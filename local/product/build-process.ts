// Builds the site for npm start into the given folder, for this machine and from its content. Steps and failures are
// reported to the parent process.

import { report } from "#local/processes/run.ts";
import { describeError, say } from "#local/processes/terminal.ts";
import { localContent, readSettings } from "#local/settings.ts";
import { buildArtifact } from "./artifact.ts";
import { getAddresses } from "./services.ts";

try {
  const settings = readSettings();
  const { site, sanity } = getAddresses(settings);
  const [outDirectory = ""] = process.argv.slice(2);
  const content = { ...localContent, apiHost: sanity };
  await buildArtifact({
    outDirectory,
    siteOrigin: site,
    content,
    quickPictures: true,
    onWarning: say,
    onStep: (step) => report({ step }),
  });
} catch (error) {
  report({ failure: describeError(error) });
  process.exitCode = 1;
}
