import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";

/** How long what another process does in a moment is waited for, in milliseconds. */
const moment = 10;

/**
 * Takes the file `lock` for this process and returns the function that releases it. Ignores the lock of a killed process.
 * @throws Error with the sentence `refusal` makes of the process that has it, or with the file to delete where one was killed as it removed
 * such a lock
 */
export async function takeLock(lock: string, refusal: (pid: number) => string): Promise<() => Promise<void>> {
  // Written before it gets the lock's name, so that every lock names its holder.
  const mine = `${lock}.${randomUUID()}`;
  try {
    for (;;) {
      const holder = await read(lock);
      if (holder !== null && (await isAlive(holder))) throw new Error(refusal(Number.parseInt(holder, 10)));
      await writeFile(mine, (await identify(process.pid)) ?? "");
      if (holder !== null) await removeLeft(lock, holder, mine);
      if (await named(mine, lock)) return () => rm(lock, { force: true });
      await setTimeout(moment);
    }
  } finally {
    await rm(mine, { force: true });
  }
}

/** Gives a file another name too, unless something has it. */
async function named(file: string, name: string): Promise<boolean> {
  try {
    await link(file, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

/** Whose a lock is; null when it was given back meanwhile. */
const read = (lock: string) =>
  readFile(lock, "utf8").catch((gone: NodeJS.ErrnoException) => {
    if (gone.code === "ENOENT") return null;
    throw gone;
  });

async function isAlive(holder: string): Promise<boolean> {
  const pid = Number.parseInt(holder, 10);
  return pid > 0 && (await identify(pid)) === holder;
}

/** Removes the lock that `holder` left: one process at a time, so that none removes what another has taken since it looked. */
async function removeLeft(lock: string, holder: string, mine: string): Promise<void> {
  const removal = `${lock}.removal`;
  if (await named(mine, removal)) {
    try {
      if ((await read(lock)) === holder) await rm(lock, { force: true });
    } finally {
      await rm(removal, { force: true });
    }
    return;
  }
  const remover = await read(removal);
  if (remover === null || (await isAlive(remover))) return;
  throw new Error(`A process was killed as it removed ${lock}. Delete ${removal}, and try again.`);
}

/**
 * A living process by its id and, where the system tells it, the time of its start: ids come back after a
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
