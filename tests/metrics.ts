// `npm run metrics`: the size of the project. `--json` prints the same figures for a script.

import { dirname, join } from "node:path/posix";
import { createCommand, jsonOption, printJson, runCommand } from "#local/commands/cli.ts";
import { say } from "#local/processes/terminal.ts";
import { findRepeatedTypes, findVagueComments, findVagueNames } from "./unit/structure/language.ts";
import { countWords, isGuide, readDocuments } from "./unit/structure/markdown.ts";
import { parseSource, readSources, type SourceFile, type SyntaxNode, walk } from "./unit/structure/source.ts";

/**
 * Journeys through the code. A journey passes the files that define its data (path prefixes) and their importers.
 */
const journeys = {
  "a contact message": ["functions/contract/contact", "functions/contract/submission"],
  "a sign-in": [
    "functions/accounts/sessions/token-grants",
    "functions/accounts/sessions/session-response",
    "functions/accounts/sessions/store",
    "web/session/auth-client",
    "web/session/account-actions",
  ],
  "a changed page": ["functions/contract/site-renderer", "functions/site/freshness"],
  "a bulk action with undo": ["web/pages/inbox/changes/", "functions/inbox/bulk"],
};

const countLines = ({ text }: SourceFile): number => text.split("\n").length - 1;
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Returns the lengths of a file's functions, in lines. */
function measureFunctions(source: SourceFile): number[] {
  const lengths: number[] = [];
  walk(parseSource(source), ({ type, start, end }: SyntaxNode) => {
    if (!/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)) return;
    lengths.push(source.text.slice(start, end).split("\n").length);
  });
  return lengths;
}

function listImports({ path, text }: SourceFile): string[] {
  const specifiers = text.matchAll(/(?:from|import)\s*\(?\s*"([#.][^"]+)"/g);
  return Array.from(specifiers, ([, specifier = ""]) =>
    specifier.startsWith("#") ? specifier.slice(1) : join(dirname(path), specifier),
  );
}

/** Measures the files of the working tree. */
function measure(): Record<string, number> {
  const extensions = "{ts,tsx,mjs}";
  const sources = readSources(`{web,functions,cms,local,migrations}/**/*.${extensions}`);
  const tests = readSources(`tests/**/*.${extensions}`);
  const statements = readSources("migrations/*.sql");
  const lengths = sources.map(countLines).sort((a, b) => a - b);
  const countFlat = (folder: string): number => sources.filter(({ path }) => dirname(path) === folder).length;

  const metrics: Record<string, number> = {
    "source lines": sum(lengths),
    "SQL lines": sum(statements.map(countLines)),
    "test lines": sum(tests.map(countLines)),
    "source files": sources.length,
    "median lines of a source file": lengths[Math.floor(lengths.length / 2)] ?? 0,
    "source files of 20 lines or less": lengths.filter((length) => length <= 20).length,
    "source files over 250 lines": lengths.filter((length) => length > 250).length,
    "functions over 60 lines": sum(
      sources.map((source) => measureFunctions(source).filter((length) => length > 60).length),
    ),
    "files flat in web/pages/inbox": countFlat("web/pages/inbox"),
    "files flat in functions": countFlat("functions"),
    "words of the README": sum(readSources("README.md").map(countWords)),
    "words of READMEs and guides": sum(readDocuments().filter(isGuide).map(countWords)),
    "comments without a subject": [...sources, ...tests].flatMap(findVagueComments).length,
    "names that name nothing": [...sources, ...tests].flatMap(findVagueNames).length,
    "type names that a runtime declares twice": findRepeatedTypes([...sources, ...tests]).length,
  };

  for (const [name, hubs] of Object.entries(journeys)) {
    const isHub = (path: string) => hubs.some((hub) => path.startsWith(hub));
    const passedFiles = sources.filter((source) => isHub(source.path) || listImports(source).some(isHub));
    metrics[`files that ${name} passes`] = passedFiles.length;
  }
  return metrics;
}

function print({ json }: { json?: true }): void {
  const metrics = measure();
  if (json) printJson(metrics);
  else for (const [name, value] of Object.entries(metrics)) say(`${String(value).padStart(7)}  ${name}`);
}

await runCommand(
  createCommand("npm run metrics", "Prints the size of the project and the files that its journeys pass.")
    .option(...jsonOption)
    .action(print),
);
