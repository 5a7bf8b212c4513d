import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Log } from "./log.ts";

/** A message of a program that `runProgram` has started: its current step, or the reason of its failure. */
type Report = { step: string } | { failure: string };

/** Sends a message to the process that started this one. */
export function report(message: Report): void {
  process.send?.(message);
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Runs a Node program of this repository, such as a build, in another process to its end or until `signal`. Its output
 * goes to the log. Calls `onStep` with each step that it reports.
 * @throws Error with the reported failure, or else its last line if that is a sentence; AbortError after `signal`
 */
export function runProgram(
  name: string,
  args: string[],
  log: Log,
  signal: AbortSignal,
  onStep: (step: string) => void = () => {},
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    signal,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let lastLine = "";
  let failure: string | undefined;
  child.on("message", (report: Report) => {
    if ("step" in report) onStep(report.step);
    else failure = report.failure;
  });
  for (const stream of [child.stdout, child.stderr].filter((output) => output !== null)) {
    log.follow(name, stream);
    stream.on("data", (chunk) => {
      lastLine = String(chunk).trim().split("\n").at(-1) || lastLine;
    });
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => {
      // The project's own programs end with a sentence. The last line of other programs is no explanation.
      const message = /^[A-Z].* .*\.$/.test(lastLine) ? lastLine : `The ${name} failed: the log says why.`;
      if (code === 0) resolve();
      else reject(new Error(failure ?? message));
    });
  });
}
