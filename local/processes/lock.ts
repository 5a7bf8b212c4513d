import { readFile, rm, writeFile } from "node:fs/promises";

/**
 * Takes the file `lock` for this process; the answer gives it back. One that a killed process left does not count.
 * @throws Error with the sentence `refusal` makes of the process that has it
 */
export async function takeLock(lock: string, refusal: (pid: number) => string): Promise<() => Promise<void>> {
  const mine = await identify(process.pid);
  try {
    await writeFile(lock, mine ?? "", { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    // Given back between the two looks: there is no holder then.
    const holder = await readFile(lock, "utf8").catch((gone: NodeJS.ErrnoException) => {
      if (gone.code === "ENOENT") return "";
      throw gone;
    });
    const pid = Number.parseInt(holder, 10);
    if (pid > 0 && (await identify(pid)) === holder) throw new Error(refusal(pid));
    await rm(lock, { force: true });
    return takeLock(lock, refusal);
  }
  return () => rm(lock, { force: true });
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
