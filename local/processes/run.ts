import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Log } from "./log.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a Node program of this repository to its end, or until `signal`, its output in the log.
 * @throws Error with the program's last line when it fails.
 */
export function run(
  name: string,
  args: string[],
  env: Record<string, string>,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    signal,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let last = "";
  for (const stream of [child.stdout, child.stderr]) {
    log.follow(name, stream);
    stream.on("data", (chunk) => {
      last = String(chunk).trim().split("\n").at(-1) || last;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      // Our own programs end with a sentence; what others print last says nothing by itself.
      code === 0
        ? resolve()
        : reject(new Error(/^[A-Z].* .*\.$/.test(last) ? last : `The ${name} failed: the log says why.`)),
    );
  });
}
