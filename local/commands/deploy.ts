// `npm run deploy`: brings the site of a business to its accounts at Cloudflare, Neon, Sanity and Resend, or brings there what has changed.
// With --dry-run it says what it would do, and asks no one; with --preview NAME it makes a preview of what is here beside the live site, and
// with --remove takes it away again; with --offline-copy a CMS that is away does not matter. What was answered and made is kept in .deploy, or the folder of DEPLOY_STATE.
import { parseArgs } from "node:util";
import { buildShipped } from "#local/build/artefact.ts";
import { askAtTerminal } from "#local/deploy/ask.ts";
import { checks } from "#local/deploy/checks.ts";
import { deploy, dryRun } from "#local/deploy/deploy.ts";
import { deployPreview, removePreview } from "#local/deploy/preview.ts";
import { deployDirectory } from "#local/deploy/state.ts";
import { say, sentence } from "#local/processes/terminal.ts";
import { buildStudio, type StudioSettings } from "#local/studio/sanity-build.ts";

const stopped = new AbortController();
try {
  const { values } = parseArgs({
    options: {
      "dry-run": { type: "boolean", default: false },
      preview: { type: "string" },
      remove: { type: "boolean", default: false },
      "offline-copy": { type: "boolean", default: false },
    },
  });
  const { preview, remove } = values;
  if (remove && preview === undefined)
    throw new Error("Say which preview to remove: npm run deploy -- --preview NAME --remove.");
  const options = {
    ...{ directory: deployDirectory(), command: process.env },
    ...{ ask: askAtTerminal(), checks, say, interval: 5_000, mailTimeout: 120_000 },
    ...{ offlineCopy: values["offline-copy"], signal: stopped.signal },
    fetch: (address: string, init?: RequestInit) => fetch(address, init),
    buildSite: buildShipped,
    buildStudio: (folder: string, settings: StudioSettings) => buildStudio(folder, settings, "ignore"),
  };
  if (preview !== undefined && remove) {
    say(
      (await removePreview(preview, options))
        ? `The preview ${preview} is gone.`
        : `There is no preview ${preview}.`,
    );
  } else if (preview !== undefined) {
    // Once, so that a second Ctrl-C does not wait for what has to be taken away.
    for (const sign of ["SIGINT", "SIGTERM"] as const)
      process.once(sign, () => stopped.abort(new Error("Stopped.")));
    say(`The preview is at ${await deployPreview(preview, options)}`);
  } else if (values["dry-run"]) {
    for (const line of await dryRun(options)) say(line);
  } else {
    await deploy(options);
  }
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
