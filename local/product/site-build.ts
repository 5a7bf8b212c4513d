import { existsSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { apiVersion } from "#cms/content/site.ts";
import type { Log } from "#local/processes/log.ts";
import { runProgram } from "#local/processes/run.ts";
import { describeError } from "#local/processes/terminal.ts";
import { localContent } from "#local/settings.ts";
import { scheduledDirectory } from "#web/build/workers/functions.ts";

// Builds beside the served build, which stays complete until another build serves all visitors.
const nextBuildPath = (directory: string) => join(directory, "next");
const folderNames = ["dist", "dist-2"];

/**
 * Builds the site for `npm start`, in another process and into a folder beside the served build. `takeNewBuild` takes
 * the build from there.
 * @returns the reason of a failed build, or null
 * @throws AbortError if the signal is aborted
 */
export async function buildInto(
  directory: string,
  log: Log,
  signal: AbortSignal,
  onStep: (step: string) => void,
): Promise<string | null> {
  try {
    await runProgram(
      "build",
      ["local/product/build-process.ts", nextBuildPath(directory)],
      log,
      signal,
      onStep,
    );
    return null;
  } catch (error) {
    if (signal.aborted) throw error;
    await rm(nextBuildPath(directory), { recursive: true, force: true });
    return describeError(error);
  }
}

/**
 * Moves the new build, with its scheduled Worker, to the folder that is not served now.
 * @param servedFolder the name of the served folder, or null
 * @returns the folder's name in `directory`, or null without a new build
 */
export async function takeNewBuild(directory: string, servedFolder: string | null): Promise<string | null> {
  if (!existsSync(nextBuildPath(directory))) return null;
  const freeFolder = folderNames.find((folderName) => folderName !== servedFolder) ?? "";
  for (const pathOf of [(path: string) => path, scheduledDirectory]) {
    await rm(pathOf(join(directory, freeFolder)), { recursive: true, force: true });
    await rename(pathOf(nextBuildPath(directory)), pathOf(join(directory, freeFolder)));
  }
  return freeFolder;
}

/** Returns the name of the folder with the newest complete build; null without one. Builds alternate between two. */
export function findNewestBuild(directory: string): string | null {
  const builtAt = (folderName: string) => statSync(join(directory, folderName, "build.json")).mtimeMs;
  const isComplete = (build: string) =>
    [join(build, "_worker.js"), join(build, "build.json"), scheduledDirectory(build)].every(existsSync);
  const completeBuilds = folderNames.filter((folderName) => isComplete(join(directory, folderName)));
  return completeBuilds.sort((a, b) => builtAt(b) - builtAt(a))[0] ?? null;
}

/** Returns a text that changes with the published content of the Sanity stand-in; null while it does not answer. */
export async function readPublishedRevision(sanity: string): Promise<string | null> {
  const query = encodeURIComponent("*[]{_id, _rev} | order(_id)");
  const address = `${sanity}/v${apiVersion}/data/query/${localContent.dataset}?query=${query}`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(5_000) });
    if (!response.ok) return null;
    const { result } = (await response.json()) as { result: unknown };
    return JSON.stringify(result);
  } catch {
    return null;
  }
}

/** Returns the published revision as soon as it differs from `since`. @throws AbortError if the signal is aborted */
export async function waitForRevision(
  sanity: string,
  since: string | null,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const revision = await readPublishedRevision(sanity);
    if (revision !== null && revision !== since) return revision;
    await sleep(1_000, undefined, { signal });
  }
}
