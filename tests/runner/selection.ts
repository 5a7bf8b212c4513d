import { globSync, readFileSync } from "node:fs";
import type { SelectedTests } from "./steps.ts";

/** Tests that a name selects in every runner; null if the name selects none. */
export type TestSelection = { vitest: SelectedTests | null; journeys: SelectedTests | null };

const isJourney = (file: string) => file.endsWith(".spec.ts");
const read = (file: string) => readFileSync(file, "utf8");

/** Divides test files among their runners. */
export function toSelection(files: string[], title?: string): TestSelection {
  const toSelected = (selectedFiles: string[]) =>
    selectedFiles.length > 0 ? { files: selectedFiles, title } : null;
  return {
    vitest: toSelected(files.filter((file) => !isJourney(file))),
    journeys: toSelected(files.filter(isJourney)),
  };
}

/** Returns whether the file may compose the title `name` (`%s`, `${…}`): it has at least half of its word pairs. */
function hasComposedTitle(file: string, name: string): boolean {
  const nameParts = name.split(" ");
  const pairs = nameParts.slice(1).map((word, index) => `${nameParts[index]} ${word}`);
  const text = read(file);
  return pairs.length > 0 && pairs.filter((pair) => text.includes(pair)).length * 2 >= pairs.length;
}

/** Returns the tests with a name in their path or, if no path has it, in their title. */
export function selectTests(name: string): TestSelection {
  const files = globSync("tests/**/*.{test,spec}.{ts,tsx}").sort();
  const byPath = files.filter((file) => file.includes(name));
  if (byPath.length > 0) return toSelection(byPath);
  const byTitle = files.filter((file) => read(file).includes(name));
  return toSelection(
    byTitle.length > 0 ? byTitle : files.filter((file) => hasComposedTitle(file, name)),
    name,
  );
}
