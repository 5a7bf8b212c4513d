import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { localContent } from "#local/settings.ts";

/** The folder of the Studio's sources. */
export const cmsFolder = fileURLToPath(new URL("../../cms/", import.meta.url));

/** The file of a Studio build with the fingerprint of its sources. */
export const fingerprintFileName = "built-from";

/** The variables of a Studio build (the README of cms). */
export type StudioSettings = Record<`SANITY_STUDIO_${string}`, string>;

/** Returns the settings of a Studio that edits the content of this machine (`sanity`) for the site at `site`. */
export const localStudioSettings = ({ sanity, site }: { sanity: string; site: string }): StudioSettings => ({
  SANITY_STUDIO_API_HOST: sanity,
  SANITY_STUDIO_PROJECT_ID: localContent.projectId,
  SANITY_STUDIO_DATASET: localContent.dataset,
  SANITY_STUDIO_SITE_ORIGIN: site,
});

/** Builds the Studio into a folder with Sanity's own command, without telemetry. @throws Error with one sentence */
export function buildStudio(
  directory: string,
  settings: StudioSettings,
  stdio: "inherit" | "ignore" = "inherit",
): Promise<void> {
  const manifest = createRequire(join(cmsFolder, "package.json")).resolve("sanity/package.json");
  const child = spawn(
    process.execPath,
    [join(dirname(manifest), "bin", "sanity"), "build", directory, "-y"],
    {
      cwd: cmsFolder,
      stdio,
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

/** Returns whether a file of cms is part of the Studio. `path` is relative to that folder. */
export const isStudioSource = (path: string): boolean =>
  !/^(node_modules|dist|\.sanity|seed)(\/|$)|^README\.md$/.test(path);

/**
 * Returns a hash of everything that the Studio is built from: its sources, the locked dependencies, `settings` and the
 * version of Node. An unchanged Studio is not built again.
 */
export async function hashSources(sourcesFolder: string, settings: Record<string, string>): Promise<string> {
  const hash = createHash("sha256").update(JSON.stringify([settings, process.version]));
  const entries = await readdir(sourcesFolder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => isStudioSource(relative(sourcesFolder, file)))
    .sort();
  for (const file of [...files, join(sourcesFolder, "..", "package-lock.json")]) {
    hash.update(`${relative(sourcesFolder, file)}\0`).update(await readFile(file));
  }
  return hash.digest("hex");
}

const fontFaces = /@font-face\s*\{[^}]*https?:[^}]*\}\s*/g;

/**
 * Removes the requests to other machines from a page or style sheet of the Studio: the script that connects the Studio
 * with Sanity's dashboard, and web fonts. System fonts replace the web fonts.
 */
export function removeForeignRequests(text: string): string {
  return text.replace(/<script[^>]*\ssrc="https?:[^>]*><\/script>/g, "").replace(fontFaces, "");
}
