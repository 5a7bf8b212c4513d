// Builds the Studio for the content of this machine, if it is not there yet as its sources are now. Environment:
// STUDIO_DIRECTORY, where it goes; SANITY_ORIGIN, SANITY_PROJECT_ID and SANITY_DATASET, what it edits; SITE_ORIGIN,
// where that is shown.
import { spawn } from "node:child_process";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { say, sentence } from "#local/processes/terminal.ts";
import { fingerprint } from "./fingerprint.ts";
import { withoutForeign } from "./foreign.ts";

const cms = fileURLToPath(new URL("../../cms/", import.meta.url));
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

function buildInto(directory: string): Promise<void> {
  const manifest = createRequire(join(cms, "package.json")).resolve("sanity/package.json");
  const child = spawn(
    process.execPath,
    [join(dirname(manifest), "bin", "sanity"), "build", directory, "-y"],
    {
      cwd: cms,
      stdio: "inherit",
      env: { ...process.env, ...settings, DO_NOT_TRACK: "1", NO_UPDATE_NOTIFIER: "1", CI: "1" },
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`The Studio could not be built (code ${code}).`)),
    );
  });
}

try {
  const now = await fingerprint(cms, settings);
  const mark = join(STUDIO_DIRECTORY, "built-from");
  const before = await readFile(mark, "utf8").catch(() => undefined);
  if (before === now) {
    say("The Studio is as its sources are.");
  } else {
    const fresh = `${STUDIO_DIRECTORY}.new`;
    await rm(fresh, { recursive: true, force: true });
    await buildInto(fresh);
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
