import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { takeLock } from "#local/processes/lock.ts";

interface Place {
  path: string;
  release(): Promise<void>;
}

/**
 * Takes `directory` for this process alone and makes sure that it holds a whole database, for the first time made
 * by `create`. A process that was killed leaves neither a lock that counts nor half a database behind.
 * @throws Error with one sentence, when another process has it
 */
export async function prepareDirectory(
  directory: string,
  create: (path: string) => Promise<void>,
): Promise<Place> {
  await mkdir(directory, { recursive: true });
  const release = await takeLock(
    join(directory, "lock"),
    (pid) => `The database in ${directory} is in use by process ${pid}; end that one first.`,
  );
  try {
    const path = join(directory, "pgdata");
    const unfinished = join(directory, "pgdata.unfinished");
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(path)) {
      await create(unfinished);
      await rename(unfinished, path);
    }
    return { path, release };
  } catch (error) {
    await release();
    throw error;
  }
}
