import { watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { cmsFolder, hashSources, isStudioSource, type StudioSettings } from "./sanity-build.ts";

/** Lists the folders of the Studio's sources. */
async function listFolders(sourcesFolder: string): Promise<string[]> {
  const entries = await readdir(sourcesFolder, { recursive: true, withFileTypes: true });
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  return [sourcesFolder, ...folders.filter((folder) => isStudioSource(relative(sourcesFolder, folder)))];
}

/**
 * Builds the Studio again after each change of its sources, until `signal`. Changes during a build cause one more.
 * @param builtFrom the fingerprint of the served build
 * @param build builds the Studio, and tells the user about it
 */
export async function watchStudio(
  { builtFrom, settings, signal }: { builtFrom: string; settings: StudioSettings; signal: AbortSignal },
  build: () => Promise<void>,
  sourcesFolder = cmsFolder,
): Promise<void> {
  let change = Promise.withResolvers<void>();
  const noteChange = () => change.resolve();
  signal.addEventListener("abort", noteChange, { once: true });
  // Node's recursive watcher misses changes of a file that an editor has replaced, so each folder has its own watcher.
  const watchedFolders = new Set<string>();
  const watchNewFolders = async () => {
    for (const folder of await listFolders(sourcesFolder)) {
      if (watchedFolders.has(folder)) continue;
      watchedFolders.add(folder);
      // A folder that is removed needs no watcher.
      watch(folder, { signal }, noteChange).on("error", noteChange);
    }
  };
  await watchNewFolders();
  // A source may have changed since the build.
  noteChange();
  let lastFingerprint = builtFrom;
  for (;;) {
    await change.promise;
    if (signal.aborted) return;
    change = Promise.withResolvers();
    await watchNewFolders();
    const fingerprint = await hashSources(sourcesFolder, settings);
    // An editor saves a file in several steps.
    if (fingerprint === lastFingerprint) continue;
    lastFingerprint = fingerprint;
    await build();
  }
}
