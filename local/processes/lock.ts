import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** Delay before another try while another process changes the lock, in milliseconds. */
const retryDelayMs = 10;

/**
 * Takes the file `lock` for this process and returns the function that releases it. Ignores the lock of a killed
 * process.
 * @throws Error with the sentence of `refusal` for the holder, or with the file to delete if a process was killed while
 * removing such a lock
 */
export async function takeLock(lock: string, refusal: (pid: number) => string): Promise<() => Promise<void>> {
  // Written before it gets the lock's name, so that every lock names its holder.
  const ownFile = `${lock}.${randomUUID()}`;
  try {
    for (;;) {
      const holder = await readHolder(lock);
      if (holder !== null && (await isAlive(holder))) throw new Error(refusal(Number.parseInt(holder, 10)));
      await writeFile(ownFile, (await identify(process.pid)) ?? "");
      if (holder !== null) await removeStaleLock(lock, holder, ownFile);
      if (await linkUnlessTaken(ownFile, lock)) return () => rm(lock, { force: true });
      await setTimeout(retryDelayMs);
    }
  } finally {
    await rm(ownFile, { force: true });
  }
}

/** Gives a file a second name, unless that name exists. Returns whether it did. */
async function linkUnlessTaken(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** Returns the process id and start time that the holder of a lock has written into it; null without a lock. */
const readHolder = (lock: string) =>
  readFile(lock, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

/** Returns whether the process that wrote a lock still runs. A reused process id has another start time. */
async function isAlive(holder: string): Promise<boolean> {
  const pid = Number.parseInt(holder, 10);
  return pid > 0 && (await identify(pid)) === holder;
}

/** Removes the lock that a killed `holder` left. Only one process does it at a time, so none removes a newer lock. */
async function removeStaleLock(lock: string, holder: string, ownFile: string): Promise<void> {
  const removal = `${lock}.removal`;
  if (await linkUnlessTaken(ownFile, removal)) {
    try {
      if ((await readHolder(lock)) === holder) await rm(lock, { force: true });
    } finally {
      await rm(removal, { force: true });
    }
    return;
  }
  const remover = await readHolder(removal);
  if (remover === null || (await isAlive(remover))) return;
  throw new Error(`A process was killed while it removed ${lock}. Delete ${removal}, and try again.`);
}

/**
 * Identifies a living process by its id and, on systems that provide it, its start time, because ids repeat after a
 * restart of the machine.
 */
async function identify(pid: number): Promise<string | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return null;
  }
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  return `${pid} ${start}`;
}
