import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openProgress, type Progress } from "#local/processes/terminal.ts";

let outputLines: string[] = [];
let progress: Progress;
beforeEach(() => {
  vi.useFakeTimers();
  outputLines = [];
  progress = openProgress((line) => outputLines.push(line));
});
afterEach(() => {
  progress.close();
  vi.useRealTimers();
});

test("prints the pending tasks and their steps after ten seconds without a line", () => {
  progress.say("Building the site and the Studio …");
  progress.at("the Studio", "building");
  progress.at("the site", "pictures 12 of 140");
  vi.advanceTimersByTime(9_000);
  expect(outputLines).toHaveLength(1);
  progress.at("the site", "pictures 61 of 140");
  vi.advanceTimersByTime(2_000);
  expect(outputLines.at(-1)).toBe("  10 s: the Studio, building · the site, pictures 61 of 140 …");
  progress.done("the Studio");
  vi.advanceTimersByTime(60_000);
  expect(outputLines).toHaveLength(8);
  expect(outputLines.at(-1)).toBe("  70 s: the site, pictures 61 of 140 …");
});

test("prints nothing soon after another line, and nothing without a pending task", () => {
  progress.at("the database", "starting");
  for (let second = 0; second < 30; second += 5) {
    vi.advanceTimersByTime(5_000);
    progress.say("Something else.");
  }
  expect(new Set(outputLines)).toEqual(new Set(["Something else."]));
  progress.done("the database");
  vi.advanceTimersByTime(60_000);
  expect(outputLines).toHaveLength(6);
});
