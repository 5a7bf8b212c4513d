// Builds the site for npm start into the folder that is named: for this machine, from the content on this machine.
// What it is at and why it failed goes to the process that started it.
import { buildArtefact } from "./artefact.ts";
import { report } from "./processes/report.ts";
import { sentence } from "./processes/terminal.ts";
import { addresses } from "./services.ts";
import { localContent, readSettings } from "./settings.ts";

try {
  const { site, lake } = addresses(readSettings());
  const [outDirectory = ""] = process.argv.slice(2);
  const content = { ...localContent, apiHost: lake };
  await buildArtefact({ outDirectory, siteOrigin: site, content, onStep: (step) => report({ step }) });
} catch (error) {
  report({ failure: sentence(error) });
  process.exitCode = 1;
}
