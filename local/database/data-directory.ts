import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
  const lock = join(directory, "lock");
  await take(lock, directory);
  const release = () => rm(lock, { force: true });
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

async function take(lock: string, directory: string): Promise<void> {
  const mine = await identify(process.pid);
  try {
    await writeFile(lock, mine ?? "", { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    const holder = await readFile(lock, "utf8");
    const pid = Number.parseInt(holder, 10);
    if (pid > 0 && (await identify(pid)) === holder) {
      throw new Error(`The database in ${directory} is in use by process ${pid}; end that one first.`);
    }
    await rm(lock, { force: true });
    await take(lock, directory);
  }
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
