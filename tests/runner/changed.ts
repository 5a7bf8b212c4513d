import { execFileSync } from "node:child_process";
import type { Step } from "./step.ts";
import { journeysStep, vitestStep } from "./steps.ts";

/** Returns the files that differ from the last commit, including untracked files. */
function changedFiles(): string[] {
  const lines = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n");
  const files = [
    ...lines("diff", "--name-only", "HEAD"),
    ...lines("ls-files", "--others", "--exclude-standard"),
  ];
  return files.filter((file) => file !== "");
}

/** Returns the steps that changes in `files` can make fail. */
export function stepsFor(files: string[], folder: string): Step[] {
  const isIn = (...folders: string[]) =>
    files.some((file) => folders.some((name) => file.startsWith(`${name}/`)));
  const steps = [
    vitestStep("unit and component", folder, { projects: ["unit", "component"], isChanged: true }),
  ];
  // Imports do not show which files the edge bundle and the SQL of the database use.
  if (isIn("functions", "migrations", "cms/content", "local", "tests/support")) {
    steps.push(vitestStep("edge and database", folder, { projects: ["edge", "database", "local"] }));
  } else {
    const tests = files.filter((file) => /^tests\/(edge|database|local)\/.*\.test\.ts$/.test(file));
    if (tests.length > 0) steps.push(vitestStep("edge and database", folder, { files: tests }));
  }
  const journeys = files.filter((file) => file.startsWith("tests/journeys/"));
  if (isIn("web", "functions", "cms", "migrations", "local", "tests/support")) {
    steps.push(journeysStep("journeys", folder, { isGate: true }));
  } else if (journeys.length > 0) {
    steps.push(journeysStep("journeys", folder, { files: journeys }));
  }
  return steps;
}

/** Returns the steps that uncommitted changes can make fail. */
export const changedSteps = (folder: string): Step[] => stepsFor(changedFiles(), folder);
