// Builds the Studio, if no build of its current sources exists: `node build.ts DIRECTORY SETTINGS`. The settings are
// JSON (StudioSettings).
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeError, say } from "#local/processes/terminal.ts";
import {
  buildStudio,
  cmsFolder,
  fingerprintFileName,
  hashSources,
  removeForeignRequests,
  type StudioSettings,
} from "./sanity-build.ts";

const [directory = "", settingsJson = "{}"] = process.argv.slice(2);

try {
  const settings: StudioSettings = JSON.parse(settingsJson);
  const currentFingerprint = await hashSources(cmsFolder, settings);
  const fingerprintFile = join(directory, fingerprintFileName);
  const builtFingerprint = await readFile(fingerprintFile, "utf8").catch(() => undefined);
  if (builtFingerprint === currentFingerprint) {
    say("The Studio is up to date.");
  } else {
    const newDirectory = `${directory}.new`;
    await rm(newDirectory, { recursive: true, force: true });
    await buildStudio(newDirectory, settings);
    for (const file of await readdir(newDirectory, { recursive: true })) {
      const path = join(newDirectory, file);
      if (/\.(html|css)$/.test(file))
        await writeFile(path, removeForeignRequests(await readFile(path, "utf8")));
    }
    await writeFile(join(newDirectory, fingerprintFileName), currentFingerprint);
    await rm(directory, { recursive: true, force: true });
    await rename(newDirectory, directory);
    say("Built the Studio.");
  }
} catch (error) {
  say(describeError(error));
  process.exitCode = 1;
}
