import { execFileSync } from "node:child_process";
import type { RunnerStep } from "./step.ts";
import { journeysStep, vitestStep } from "./steps.ts";

/** Returns the steps that uncommitted changes can make fail. */
export function listChangedSteps(folder: string): RunnerStep[] {
  const readLines = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).split("\n");
  const files = [
    ...readLines("diff", "--name-only", "HEAD"),
    ...readLines("ls-files", "--others", "--exclude-standard"),
  ];
  const hasChangeIn = (...folders: string[]) =>
    files.some((file) => folders.some((name) => file.startsWith(`${name}/`)));
  const steps = [
    vitestStep("unit and component", folder, { projects: ["unit", "component"], isChanged: true }),
  ];
  // Imports do not show which files the edge bundle and the SQL of the database use.
  if (hasChangeIn("functions", "migrations", "cms/content", "local", "tests/support")) {
    steps.push(vitestStep("edge and database", folder, { projects: ["edge", "database", "local"] }));
  } else {
    const tests = files.filter((file) => /^tests\/(edge|database|local)\/.*\.test\.ts$/.test(file));
    if (tests.length > 0) steps.push(vitestStep("edge and database", folder, { files: tests }));
  }
  const journeys = files.filter((file) => file.startsWith("tests/journeys/"));
  if (hasChangeIn("web", "functions", "cms", "migrations", "local", "tests/support")) {
    steps.push(journeysStep("journeys", folder, { isGate: true }));
  } else if (journeys.length > 0) {
    steps.push(journeysStep("journeys", folder, { files: journeys }));
  }
  return steps;
}
