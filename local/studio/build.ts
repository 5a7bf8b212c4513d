// Builds the Studio for the content of this machine, if no build of its current sources exists. Environment:
// STUDIO_DIRECTORY, the output folder; SANITY_ORIGIN, SANITY_PROJECT_ID and SANITY_DATASET, the edited content;
// SITE_ORIGIN, the site that shows it.
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { say, sentence } from "#local/processes/terminal.ts";
import { buildStudio, cms, fingerprint, withoutForeign } from "./sanity-build.ts";

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
  const now = await fingerprint(cms, settings);
  const mark = join(STUDIO_DIRECTORY, "built-from");
  const before = await readFile(mark, "utf8").catch(() => undefined);
  if (before === now) {
    say("The Studio is up to date.");
  } else {
    const fresh = `${STUDIO_DIRECTORY}.new`;
    await rm(fresh, { recursive: true, force: true });
    await buildStudio(fresh, settings);
    for (const file of await readdir(fresh, { recursive: true })) {
      const path = join(fresh, file);
      if (/\.(html|css)$/.test(file)) await writeFile(path, withoutForeign(await readFile(path, "utf8")));
    }
    await writeFile(join(fresh, "built-from"), now);
    await rm(STUDIO_DIRECTORY, { recursive: true, force: true });
    await rename(fresh, STUDIO_DIRECTORY);
    say("Built the Studio.");
  }
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
