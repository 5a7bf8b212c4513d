import { spawnSync } from "node:child_process";

/** Whether a process runs; one that has ended and that nobody asked about (Z) does not. */
export const lives = (pid: number): boolean => {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
};
