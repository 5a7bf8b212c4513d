import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/** What a step came to. */
export type Outcome = {
  passed: number;
  failed: number;
  skipped: number;
  /** What failed, and where it left what it saw. */
  failures: string[];
  /** Which files were run, and how many tests of each. */
  files: Map<string, number>;
  /** How long the tests of each file took, in milliseconds. */
  times: Map<string, number>;
  /** The files of which every test was skipped. */
  skippedFiles?: string[];
  /** What is to be said although nothing failed. */
  notes?: string[];
};

/** A program of the tests. */
export type Step = {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** The command that mends what it finds, where there is one. */
  mend?: string;
  /** The file that it reports to, and how that is read; without one it counts as one test. */
  report?: { file: string; read(text: string): Outcome };
};

/** Runs a step to its end. */
export async function work(step: Step): Promise<{ code: number | null; output: string }> {
  const [program = "", ...args] = step.command;
  const child = spawn(program, args, {
    env: { ...process.env, NO_COLOR: "1", ...step.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code, output: output.trim() }));
  });
}

/** What a step that ended with this code came to. */
export async function outcomeOf({ name, report, mend }: Step, code: number | null): Promise<Outcome> {
  const text = report && (await readFile(report.file, "utf8").catch(() => null));
  const outcome =
    report && text
      ? report.read(text)
      : {
          passed: code === 0 ? 1 : 0,
          failed: 0,
          skipped: 0,
          failures: [],
          files: new Map(),
          times: new Map(),
        };
  // A runner can fail beside its tests, for instance while it ends what it started.
  if (code === 0 || outcome.failed > 0) return outcome;
  const failure = mend ? `${name}: ${mend} mends what can be mended so` : name;
  return { ...outcome, failed: 1, failures: [failure] };
}
