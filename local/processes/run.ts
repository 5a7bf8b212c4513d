import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Log } from "./log.ts";

/** What a program that `run` has started tells it: what it is at, or why it could not be done. */
type Report = { step: string } | { failure: string };

/** Tells it. */
export function report(what: Report): void {
  process.send?.(what);
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a Node program of this repository to its end, or until `signal`, its output in the log. `onStep` is called with what it reports.
 * @throws Error with the failure that it reports, or else its last line.
 */
export function run(
  name: string,
  args: string[],
  env: Record<string, string>,
  log: Log,
  signal: AbortSignal,
  onStep: (step: string) => void = () => {},
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    signal,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let last = "";
  let failure: string | undefined;
  child.on("message", (report: Report) => {
    if ("step" in report) onStep(report.step);
    else failure = report.failure;
  });
  for (const stream of [child.stdout, child.stderr].filter((each) => each !== null)) {
    log.follow(name, stream);
    stream.on("data", (chunk) => {
      last = String(chunk).trim().split("\n").at(-1) || last;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      // Our own programs end with a sentence; what others print last says nothing by itself.
      const words = /^[A-Z].* .*\.$/.test(last) ? last : `The ${name} failed: the log says why.`;
      if (code === 0) resolve();
      else reject(new Error(failure ?? words));
    });
  });
}
