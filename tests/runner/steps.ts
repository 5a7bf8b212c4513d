import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lockedPackages } from "#local/build/licenses.ts";
import { readPlaywrightReport } from "./playwright-report.ts";
import { readRegistryReport } from "./registry-report.ts";
import type { Step } from "./step.ts";
import { readVitestReport } from "./vitest-report.ts";

const migrations = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .map((name) => join("migrations", name));

// What the last look at the sources found, by their content: only what has changed is looked at again.
const kept = "node_modules/.cache/vitrina";

const registryAnswers = join(kept, "registry-answers.json");

const deployed = new Set(
  lockedPackages(readFileSync("package-lock.json", "utf8"))
    .filter(({ isProduction }) => isProduction)
    .map(({ path }) => path),
);
const isDeployed = (path: string) => deployed.has(path);

/** What looks at the sources without running them, and what mends it. */
export const staticSteps: Step[] = [
  {
    name: "format and lint",
    command: ["biome", "check", "--error-on-warnings"],
    mend: "npm run format",
  },
  {
    name: "types",
    command: ["tsc", "-p", ".", "--incremental", "--tsBuildInfoFile", join(kept, "types.tsbuildinfo")],
  },
  {
    name: "React rules",
    command: [
      "eslint",
      "--cache",
      "--cache-strategy",
      "content",
      "--cache-location",
      join(kept, "eslint"),
      "web",
      "cms",
    ],
  },
  { name: "dead code", command: ["knip", "--treat-config-hints-as-errors"] },
  { name: "SQL", command: ["squawk", ...migrations] },
  {
    name: "supply chain",
    command: ["node", "tests/runner/ask-registry.ts", registryAnswers],
    report: { file: registryAnswers, read: (text) => readRegistryReport(text, isDeployed) },
  },
];

const quickSuites = [
  "tests/web",
  "tests/functions/unit",
  "tests/cms/schema",
  "tests/cms/content",
  "tests/cms/seed",
  "tests/cms/spanish",
  "tests/cms/typegen",
  "tests/migrations/structure",
  "tests/structure",
  "tests/runner",
  "tests/bench",
];

/** Which tests of a runner are wanted: parts of paths, patterns of those that are not, and part of a title; all where nothing is said. */
export type Wanted = { files: string[]; leftOut?: string[]; title?: string | undefined };

/** What `npm run check` runs. What builds the site, or looks at a copy of all sources, takes longer than the rest together. */
export const quickTests: Wanted = {
  files: quickSuites,
  leftOut: ["tests/web/build/**", "tests/web/language/third-language.test.ts"],
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const slug = (name: string) => name.replace(/\W+/g, "-");

/** The tests that run in Node. `folder` is this run's own. */
export function vitestStep(name: string, folder: string, { files, leftOut = [], title }: Wanted): Step {
  const file = join(folder, `${slug(name)}.json`);
  return {
    name,
    command: [
      ...["vitest", "run", "--config", "tests/vitest.config.ts", "--reporter=dot", "--reporter=json"],
      ...[`--outputFile.json=${file}`, "--passWithNoTests", ...(title ? ["-t", escaped(title)] : [])],
      ...leftOut.flatMap((pattern) => ["--exclude", pattern]),
      ...files,
    ],
    // The tests of a title leave out all others.
    report: {
      file,
      read: (text) => (title ? { ...readVitestReport(text), skippedFiles: [] } : readVitestReport(text)),
    },
  };
}

/** The tests that run in a browser, on a product of their own. Those that are named keep the page at each step. */
export function journeysStep(name: string, folder: string, { files, title }: Wanted): Step {
  const file = join(folder, `${slug(name)}.json`);
  const isNamed = files.length > 0 || title !== undefined;
  return {
    name,
    command: [
      ...["playwright", "test", "--config", "tests/playwright.config.ts", "--reporter=dot,json"],
      ...["--output", join(folder, "journeys"), "--pass-with-no-tests"],
      ...(isNamed ? ["--trace", "retain-on-failure"] : []),
      ...[...(title ? ["-g", escaped(title)] : []), ...files],
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    report: { file, read: readPlaywrightReport },
  };
}
