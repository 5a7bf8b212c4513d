import { existsSync, statSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { apiVersion } from "#cms/content/site.ts";
import type { Log } from "#local/processes/log.ts";
import { run } from "#local/processes/run.ts";
import { sentence } from "#local/processes/terminal.ts";
import { localContent } from "#local/settings.ts";
import { scheduledDirectory } from "./functions.ts";

// Builds beside the served build, which stays complete until another build serves all visitors.
const next = (directory: string) => join(directory, "next");
const places = ["dist", "dist-2"];

/**
 * Builds the site in `directory` for `takeNewBuild`, with the functions of a build of the same sources if there is one.
 * @returns the reason of a failed build, or null
 * @throws AbortError if the signal is aborted
 */
export async function buildInto(
  directory: string,
  sameSources: string | null,
  log: Log,
  signal: AbortSignal,
  onStep: (step: string) => void,
): Promise<string | null> {
  try {
    const earlier = sameSources ? [join(directory, sameSources)] : [];
    await run("build", ["local/build/local.ts", next(directory), ...earlier], {}, log, signal, onStep);
    return null;
  } catch (error) {
    if (signal.aborted) throw error;
    await rm(next(directory), { recursive: true, force: true });
    return sentence(error);
  }
}

/**
 * Moves the new build to a folder that is not `served`. Returns the folder's name in `directory`, or null without a new
 * build.
 */
export async function takeNewBuild(directory: string, served: string | null): Promise<string | null> {
  if (!existsSync(next(directory))) return null;
  const free = places.find((place) => place !== served) ?? "";
  for (const part of [(path: string) => path, scheduledDirectory]) {
    await rm(part(join(directory, free)), { recursive: true, force: true });
    await rename(part(next(directory)), part(join(directory, free)));
  }
  return free;
}

/** Returns the folder of the newest complete build; null if there is none. */
export function newestBuild(directory: string): string | null {
  const madeAt = (place: string) => statSync(join(directory, place, "build.json")).mtimeMs;
  const isWhole = (build: string) =>
    [join(build, "_worker.js"), join(build, "build.json"), scheduledDirectory(build)].every(existsSync);
  const whole = places.filter((place) => isWhole(join(directory, place)));
  return whole.sort((one, other) => madeAt(other) - madeAt(one))[0] ?? null;
}

/** Returns a text that changes with the published content of the Sanity stand-in; null while it does not answer. */
export async function publishedRevision(sanity: string): Promise<string | null> {
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

/** Resolves with the revision once it differs from `since`. @throws AbortError if the signal is aborted */
export async function nextRevision(
  sanity: string,
  since: string | null,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    const revision = await publishedRevision(sanity);
    if (revision !== null && revision !== since) return revision;
    await sleep(1_000, undefined, { signal });
  }
}
