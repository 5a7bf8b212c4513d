import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { listLockedPackages } from "#web/build/licenses.ts";
import { readRegistryReport } from "./registry-report.ts";
import { readPlaywrightReport, readVitestReport } from "./reports.ts";
import type { RunnerStep } from "./step.ts";

const migrations = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .map((name) => join("migrations", name));

// Cache of check results by file content, so that only changed files are checked again.
const cacheFolder = "node_modules/.cache/vitrina";

/** The tag of a journey that `npm run test:all` runs and `npm test` leaves out. */
const nightlyTag = "@nightly";

const registryAnswers = join(cacheFolder, "registry-answers.json");

const deployedPaths = new Set(
  listLockedPackages(readFileSync("package-lock.json", "utf8"))
    .filter(({ isProduction }) => isProduction)
    .map(({ path }) => path),
);
const isDeployed = (path: string) => deployedPaths.has(path);

/** Static checks of the sources, with the command that repairs them. */
export const lintSteps: RunnerStep[] = [
  {
    name: "format and lint",
    command: ["biome", "check", "--error-on-warnings"],
    mend: "npm run format",
  },
  {
    name: "React rules",
    command: [
      "eslint",
      "--cache",
      "--cache-strategy",
      "content",
      "--cache-location",
      join(cacheFolder, "eslint"),
      "web",
      "cms",
    ],
  },
  { name: "dead code", command: ["knip", "--treat-config-hints-as-errors"] },
  {
    name: "spelling",
    command: [
      ...["cspell", "lint", "--no-progress", "--no-summary"],
      ...["--cache", "--cache-strategy", "content", "--cache-location", join(cacheFolder, "spelling")],
    ],
  },
  { name: "SQL", command: ["squawk", ...migrations] },
  { name: "generated types", command: ["node", "cms/typegen.ts", "--check"], mend: "npm run typegen" },
];

/** Builds the references of tsconfig.json, a project for every runtime. */
export const typesStep: RunnerStep = { name: "types", command: ["tsc", "--build", "--force"] };

/**
 * Builds only projects with changed files, which does not see another version of a package. TypeScript 7.0.2 can leave
 * out the declarations of a new file (TS6305), so a whole build confirms a failure.
 */
export const quickTypesStep: RunnerStep = {
  name: "types",
  command: ["sh", "-c", "tsc --build >/dev/null || tsc --build --force"],
};

/** Asks the registry for advisories and signatures. */
export const supplyChainStep: RunnerStep = {
  name: "supply chain",
  command: ["node", "tests/runner/ask-registry.ts", registryAnswers],
  report: { file: registryAnswers, read: (text) => readRegistryReport(text, isDeployed) },
};

/** The projects of `vitest.config.ts`. */
type VitestProject = "unit" | "component" | "edge" | "database" | "local" | "drills" | "other-browsers";

/** Tests that a runner selects; all by default. */
export type SelectedTests = {
  projects?: VitestProject[];
  /** Workers that run files at once; one more than there are cores by default. */
  maxWorkers?: number;
  /** Parts of paths. */
  files?: string[];
  /** A part of the title. */
  title?: string | undefined;
  /** Whether files run in random order; vitest prints the seed. */
  isShuffled?: boolean;
};

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

const toSlug = (name: string) => name.replace(/\W+/g, "-");

/** Returns a step that runs vitest. `folder` belongs to this run of the test command. */
export function vitestStep(
  name: string,
  folder: string,
  selected: SelectedTests,
  env: Record<string, string> = {},
): RunnerStep {
  const { projects = [], files = [], title, maxWorkers, isShuffled } = selected;
  const file = join(folder, `${toSlug(name)}.json`);
  return {
    name,
    env,
    command: [
      ...["vitest", "run", "--reporter=dot", "--reporter=json", `--outputFile.json=${file}`],
      ...[
        "--passWithNoTests",
        ...(title ? ["-t", escapeRegExp(title)] : []),
        ...(maxWorkers ? [`--maxWorkers=${maxWorkers}`] : []),
        ...(isShuffled ? ["--sequence.shuffle.files"] : []),
        // Tests at the edge follow each other within a file, as calls of one visitor do.
        ...(isShuffled && projects.join() === "unit" ? ["--sequence.shuffle.tests"] : []),
      ],
      ...projects.flatMap((project) => ["--project", project]),
      ...files,
    ],
    report: {
      file,
      // A title skips every other test of its file.
      read: (text) => (title ? { ...readVitestReport(text), skippedFiles: [] } : readVitestReport(text)),
    },
  };
}

/** Unit tests leave a core to the static checks. Each worker imports the Studio's schema anew, which takes seconds. */
export const unitTests: SelectedTests = {
  projects: ["unit"],
  maxWorkers: Math.max(1, availableParallelism() - 1),
};

/** Journeys to run: those of the gate, or also those with the tag `@nightly`. */
export type JourneyOptions = SelectedTests & { isGate?: boolean; repeats?: number };

/** Returns a step that runs Playwright on one product. Journeys selected by name keep the trace of a failure. */
export function journeysStep(name: string, folder: string, options: JourneyOptions): RunnerStep {
  const { files = [], title, isGate = false, repeats = 1 } = options;
  const file = join(folder, `${toSlug(name)}.json`);
  const isNamed = files.length > 0 || title !== undefined;
  return {
    name,
    command: [
      ...["playwright", "test", "--reporter=dot,json", "--output", join(folder, "journeys")],
      ...["--pass-with-no-tests", ...(isNamed ? ["--trace", "retain-on-failure"] : [])],
      ...(isGate ? ["--grep-invert", nightlyTag] : []),
      ...(repeats > 1 ? [`--repeat-each=${repeats}`] : []),
      ...[...(title ? ["-g", escapeRegExp(title)] : []), ...files],
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...(isGate && { GATE: "1" }) },
    report: { file, read: readPlaywrightReport },
  };
}
