import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { takeLock } from "#local/processes/lock.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cache = join(root, "node_modules", ".cache", "vitrina-tests");
// The paths that installing, building and running create in a folder of sources.
const generatedPaths = /(^|\/)(node_modules|dist|\.sanity|\.wrangler)(\/|$)/;
const dayMs = 86_400_000;

async function listFiles(source: string): Promise<string[]> {
  const path = join(root, source);
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Returns a hash of files and folders of the repository, of this Node version and of the locked dependencies. */
export async function hashSources(sources: string[]): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  const fileLists = await Promise.all([...sources, "package-lock.json"].map(listFiles));
  for (const file of [...new Set(fileLists.flat())].sort()) {
    const name = relative(root, file);
    if (!generatedPaths.test(name)) hash.update(`${name}\0`).update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 24);
}

/** Waits for the lock of a name, which all processes share. Returns the function that releases it. */
async function waitForLock(name: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await takeLock(join(cache, `${name}.lock`), () => "taken");
    } catch (error) {
      if ((error as Error).message !== "taken") throw error;
      await setTimeout(50);
    }
  }
}

/** Removes results of older states that were not used for a day. */
async function removeOld(name: string): Promise<void> {
  for (const entry of await readdir(cache)) {
    if (!entry.startsWith(`${name}-`)) continue;
    const path = join(cache, entry);
    const age = Date.now() - (await stat(path)).mtimeMs;
    if (age > dayMs) await rm(path, { recursive: true, force: true });
  }
}

async function makeInto(directory: string, name: string, make: (directory: string) => Promise<void>) {
  await removeOld(name);
  const unfinished = await mkdtemp(join(cache, `${name}-`));
  try {
    await make(unfinished);
    await rename(unfinished, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Returns a folder with the result of `make`, which runs once for each state of `sources`, files and folders of the
 * repository.
 * The folder never changes. A test that writes to it takes a copy.
 */
export async function prepareOnce(
  name: string,
  sources: string[],
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const directory = join(cache, `${name}-${await hashSources(sources)}`);
  if (!existsSync(directory)) {
    await mkdir(cache, { recursive: true });
    const release = await waitForLock(name);
    try {
      if (!existsSync(directory)) await makeInto(directory, name, make);
    } finally {
      await release();
    }
  }
  const now = new Date();
  await utimes(directory, now, now);
  return directory;
}
