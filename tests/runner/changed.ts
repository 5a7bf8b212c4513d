import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { createModuleGraph, listReachable, type ModuleGraph } from "../unit/structure/module-graph.ts";
import { listCodeLines, readSources, type SourceFile } from "../unit/structure/source.ts";

/**
 * Tests of whole artifacts, by the sources that the artifacts contain. The imports of these tests name no sources, or
 * all of them: the edge runs as a bundle, the database from the text of the migrations, and a screen in the whole site.
 */
export const artifactTests: [sources: RegExp, tests: RegExp][] = [
  [/^functions\/accounts\/administrators\//, /^tests\/edge\/(account-audit|administrator)/],
  [/^functions\/accounts\/limits\//, /^tests\/edge\/(account-l|network-limits)/],
  [/^functions\/accounts\/own-account\//, /^tests\/edge\/(own-account|user-metadata)/],
  [/^functions\/accounts\/(passkeys|recovery-codes)\//, /^tests\/edge\/passkey/],
  [
    /^functions\/accounts\/(?!administrators|limits|own-account|passkeys|recovery-codes)/,
    /^tests\/edge\/(account|administrator|auth|equal-work|forged|network|not-off|own-account|passkey|user)/,
  ],
  [/^functions\/contact\//, /^tests\/edge\/(canary|contact|floods|own-message|spam|spool|turnstile)/],
  [/^functions\/conversations\//, /^tests\/edge\/conversations/],
  [/^functions\/files\//, /^tests\/edge\/uploads/],
  [/^functions\/inbox\//, /^tests\/edge\/(inbox|long-searches|submissions)/],
  [/^functions\/mail\//, /^tests\/edge\/(mail|refused-mails|scheduled\.)/],
  [/^functions\/operations\//, /^tests\/edge\/(canary|outages|quiet-database|scheduled)/],
  [/^functions\/site\//, /^tests\/edge\/(\w+-)?(content|pages|pictures|preview|hydration)/],
  [
    /^functions\/(\w+\.ts|contract\/|kernel\/)/,
    /^tests\/edge\/(api|bodies|contact|hosts|outages|submissions)\./,
  ],
  [/^cms\/content\//, /^tests\/edge\/(content|pages|published-pages)\./],
  [/^cms\/(?!content\/|seed\/)/, /^tests\/local\/studio\//],
  [/^migrations\/.*\.sql$/, /^tests\/database\//],
  [/^web\/(build|render)\//, /^tests\/build\/(build|found-and-shared)\./],
  [/^web\/pages\/inbox\//, /^tests\/component\/inbox\//],
  [/^web\/(pages\/sign-in|session)\//, /^tests\/component\/account\//],
  [/^web\/pages\/conversation\//, /^tests\/component\/conversation\//],
  [/^web\/pages\/own-message\//, /^tests\/component\/own-message\//],
  [/^web\/sections\//, /^tests\/component\/(contact|section-menu|carry-fields)/],
  [/^web\/(?!build|render|pages|sections|session)\w+\//, /^tests\/component\//],
];

/** Routes, and the code that all of them use. */
const sharedByRoutes = /^functions\/(\w+\.ts|contract\/|kernel\/|.*\broutes?\.ts)/;

/** Returns the uncommitted files whose code differs from the last commit. A changed comment changes no code. */
function listChangedFiles(): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8", stdio: "pipe" });
  const readLines = (...args: string[]) =>
    git(...args)
      .split("\n")
      .filter((line) => line);
  const readCode = (path: string, text: string) => listCodeLines({ path, text }).join("\n");
  const edited = readLines("diff", "--name-only", "--diff-filter=M", "HEAD").filter(
    (path) => readCode(path, git("show", `HEAD:${path}`)) !== readCode(path, readFileSync(path, "utf8")),
  );
  return [
    ...edited,
    ...readLines("diff", "--name-only", "--diff-filter=m", "HEAD"),
    ...readLines("ls-files", "--others", "--exclude-standard"),
  ];
}

/** Returns the names of tables and functions that a migration creates. */
const listCreatedNames = (sql: string): string[] =>
  Array.from(
    sql.matchAll(/^create (?:or replace )?(?:table|function|view) (\w+)/gm),
    ([, name = ""]) => name,
  );

/**
 * Selects the tests that changed files can break, as far as imports, `artifactTests` and the names of a migration say.
 * Journeys and drills are selected only if they have changed themselves. Tests at the edge that import the whole API
 * are selected if a route, or the code that all routes share, has changed.
 */
export function selectTestsOf(changedFiles: string[], graph: ModuleGraph, sources: SourceFile[]): string[] {
  const names = changedFiles
    .filter((path) => path.endsWith(".sql") && existsSync(path))
    .flatMap((path) => listCreatedNames(readFileSync(path, "utf8")));
  const pattern = new RegExp(`\\b(${names.join("|")})\\b`);
  const users = new Set(
    names.length > 0 ? sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path) : [],
  );
  // A slice that uses a changed table behaves like a changed slice.
  const changedSources = [...changedFiles, ...[...users].filter((path) => path.startsWith("functions/"))];
  const hasChangedRoutes = changedFiles.some((path) => sharedByRoutes.test(path));
  const edgeGraph: ModuleGraph = hasChangedRoutes ? graph : new Map([...graph, ["functions/app.ts", []]]);
  const isSelected = (test: string) => {
    if (/^tests\/(journeys|drills|other-browsers)\//.test(test)) return changedFiles.includes(test);
    const [, kind] = test.split("/");
    const modules = [...listReachable(kind === "edge" ? edgeGraph : graph, test, ["value", "lazy"])];
    const ofTests = modules.filter((path) => path.startsWith("tests/"));
    // A build of the site for every change of the content model takes minutes.
    const ofBuild = modules.filter((path) => !path.startsWith("cms/"));
    const reach = kind === "component" ? ofTests : kind === "build" ? ofBuild : modules;
    if (reach.some((path) => changedFiles.includes(path))) return true;
    if (test.startsWith("tests/database/") && users.size > 0) return ofTests.some((path) => users.has(path));
    return artifactTests.some(
      ([artifact, tests]) => tests.test(test) && changedSources.some((path) => artifact.test(path)),
    );
  };
  return sources
    .map(({ path }) => path)
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path) && isSelected(path));
}

/** Reads all sources, with the generated ones. */
export const readAllSources = (): SourceFile[] => [
  ...readSources("{web,functions,cms,local,migrations,tests}/**/*.{ts,tsx,mjs,json}"),
  ...globSync("cms/{content,schema}/**/*.generated.ts").map((path) => ({
    path,
    text: readFileSync(path, "utf8"),
  })),
];

/** Returns the tests that uncommitted changes can break, and those of the structure. */
export function selectChangedTests(): string[] {
  const sources = readAllSources();
  return [
    ...new Set([
      ...selectTestsOf(listChangedFiles(), createModuleGraph(sources), sources),
      ...sources
        .map(({ path }) => path)
        .filter((path) => /^tests\/unit\/structure\/.*\.test\.ts$/.test(path)),
    ]),
  ];
}
