import { watch } from "node:fs/promises";
import { cmsFolder, hashSources, isStudioSource, type StudioSettings } from "./sanity-build.ts";

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
  let lastFingerprint = builtFrom;
  for await (const { filename } of watch(sourcesFolder, { recursive: true, signal })) {
    if (filename && !isStudioSource(filename)) continue;
    const fingerprint = await hashSources(sourcesFolder, settings);
    // An editor saves a file in several steps, and a build writes files of its own.
    if (fingerprint === lastFingerprint) continue;
    lastFingerprint = fingerprint;
    await build();
  }
}
