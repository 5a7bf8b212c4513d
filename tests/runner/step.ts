import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/** Outcome of a step. */
export type StepOutcome = {
  passed: number;
  failed: number;
  skipped: number;
  /** Files whose tests were all skipped. */
  skippedFiles?: string[];
  /** Notes that are printed even if nothing failed. */
  notes?: string[];
};

/** A program that a test run executes. */
export type RunnerStep = {
  name: string;
  command: string[];
  env?: Record<string, string>;
  /** Command that repairs its findings, if any. */
  mend?: string;
  /** Report file and its reader. A step without a report counts as one test. */
  report?: { file: string; read(text: string): StepOutcome };
};

/** Runs a step to its end. */
export async function executeStep(step: RunnerStep): Promise<{ code: number | null; output: string }> {
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

/** Returns the outcome of a step that exited with `code`. */
export async function readOutcome({ report }: RunnerStep, code: number | null): Promise<StepOutcome> {
  const text = report && (await readFile(report.file, "utf8").catch(() => null));
  const outcome = report && text ? report.read(text) : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  // A runner can fail outside its tests, for instance while it stops its servers.
  return code === 0 || outcome.failed > 0 ? outcome : { ...outcome, failed: 1 };
}
