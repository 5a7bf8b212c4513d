import { spawnSync } from "node:child_process";

/** Returns whether a process runs. A zombie (Z), which has ended but was not reaped, does not. */
export const isRunning = (pid: number): boolean => {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
};
