// Builds the Studio for the content of this machine, if no build of its current sources exists. Environment:
// STUDIO_DIRECTORY, the output folder; SANITY_ORIGIN, SANITY_PROJECT_ID and SANITY_DATASET, the edited content;
// SITE_ORIGIN, the site that shows it.
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeError, say } from "#local/processes/terminal.ts";
import { buildStudio, cmsFolder, hashSources, removeForeignRequests } from "./sanity-build.ts";

const {
  STUDIO_DIRECTORY = "",
  SANITY_ORIGIN = "",
  SITE_ORIGIN = "",
  SANITY_PROJECT_ID = "",
  SANITY_DATASET = "",
} = process.env;
const settings = {
  SANITY_STUDIO_API_HOST: SANITY_ORIGIN,
  SANITY_STUDIO_PROJECT_ID: SANITY_PROJECT_ID,
  SANITY_STUDIO_DATASET: SANITY_DATASET,
  SANITY_STUDIO_SITE_ORIGIN: SITE_ORIGIN,
};

try {
  const currentFingerprint = await hashSources(cmsFolder, settings);
  const fingerprintFile = join(STUDIO_DIRECTORY, "built-from");
  const builtFingerprint = await readFile(fingerprintFile, "utf8").catch(() => undefined);
  if (builtFingerprint === currentFingerprint) {
    say("The Studio is up to date.");
  } else {
    const newDirectory = `${STUDIO_DIRECTORY}.new`;
    await rm(newDirectory, { recursive: true, force: true });
    await buildStudio(newDirectory, settings);
    for (const file of await readdir(newDirectory, { recursive: true })) {
      const path = join(newDirectory, file);
      if (/\.(html|css)$/.test(file))
        await writeFile(path, removeForeignRequests(await readFile(path, "utf8")));
    }
    await writeFile(join(newDirectory, "built-from"), currentFingerprint);
    await rm(STUDIO_DIRECTORY, { recursive: true, force: true });
    await rename(newDirectory, STUDIO_DIRECTORY);
    say("Built the Studio.");
  }
} catch (error) {
  say(describeError(error));
  process.exitCode = 1;
}
