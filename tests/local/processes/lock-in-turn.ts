// Takes a lock repeatedly, like other processes at the same time. Every third time it leaves it like a killed process.
// `node lock-in-turn.ts LOCK ROUNDS` fails if another process has the lock at the same time.
import { rename, rm, writeFile } from "node:fs/promises";
import { takeLock } from "#local/processes/lock.ts";

const [lock = "", rounds] = process.argv.slice(2);
for (let round = 0; round < Number(rounds); ) {
  const releaseLock = await takeLock(lock, () => "taken").catch((error: Error) => {
    if (error.message !== "taken") throw error;
    return null;
  });
  if (!releaseLock) continue;
  await writeFile(`${lock}.inside`, "", { flag: "wx" });
  await rm(`${lock}.inside`);
  if (round % 3 === 0) {
    await writeFile(`${lock}.${process.pid}`, "999999999 1");
    await rename(`${lock}.${process.pid}`, lock);
  } else {
    await releaseLock();
  }
  round += 1;
}
