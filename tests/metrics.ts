// `npm run metrics`: the structure of the working tree. `--json` prints the same figures for a script.

import { createCommand, jsonOption, printJson, runCommand } from "#local/commands/cli.ts";
import { say } from "#local/processes/terminal.ts";
import { createModuleGraph, findCycles, listReachable } from "./unit/structure/module-graph.ts";
import { listCodeLines, readSources } from "./unit/structure/source.ts";

const parts = ["web", "functions", "cms", "migrations", "local", "tests"];

/** The module with which each journey begins. */
const journeys = {
  "contact form": "web/sections/contact-form.tsx",
  "contact route": "functions/contact/route.ts",
  mail: "functions/mail/send-due-mails.ts",
  page: "functions/site/pages/answer.ts",
  renderer: "web/render/site-renderer.ts",
  inbox: "web/pages/inbox/inbox.tsx",
};

/** Upper limits of the classes of file sizes, in lines of code. */
const sizeLimits = [25, 50, 100, 150, 200, 250];

type CodeSize = { files: number; lines: number };

/** Measures the files of the working tree. */
function measure() {
  const modules = readSources(`{${parts.join()}}/**/*.{ts,tsx,mjs}`);
  const sources = [...modules, ...readSources("migrations/*.sql")];
  const lines = new Map(sources.map((source) => [source.path, listCodeLines(source).length]));
  const toSize = (paths: Iterable<string>): CodeSize => {
    const counts = Array.from(paths, (path) => lines.get(path) ?? 0);
    return { files: counts.length, lines: counts.reduce((total, count) => total + count, 0) };
  };
  const graph = createModuleGraph(modules);
  const measureJourney = (entry: string) => {
    const loaded = toSize(listReachable(graph, entry, ["value"]));
    const all = toSize(listReachable(graph, entry, ["value", "lazy"]));
    return { ...loaded, linesOnDemand: all.lines - loaded.lines };
  };
  const valueCycles = findCycles(graph, ["value"]);
  const bySize = [...lines].sort(([, a], [, b]) => b - a);
  return {
    parts: Object.fromEntries(
      parts.map((part) => [part, toSize([...lines.keys()].filter((path) => path.startsWith(`${part}/`)))]),
    ),
    journeys: Object.fromEntries(
      Object.entries(journeys).map(([name, entry]) => [name, measureJourney(entry)]),
    ),
    valueCycles,
    typeCycles: findCycles(graph, ["value", "type"]).filter(
      (group) => !valueCycles.some((cycle) => cycle.join() === group.join()),
    ),
    filesBySize: [...sizeLimits, null].map((upTo, at) => ({
      upTo,
      files: bySize.filter(
        ([, count]) => count > (sizeLimits[at - 1] ?? -1) && (upTo === null || count <= upTo),
      ).length,
    })),
    largestFiles: bySize.slice(0, 10).map(([path, count]) => ({ path, lines: count })),
  };
}

/** Prints rows under a title, with the numbers of the first column to the right. */
function printRows(title: string, rows: (readonly [count: number, text: string])[]): void {
  say(`\n${title}`);
  for (const [count, text] of rows) say(`${String(count).padStart(8)}  ${text}`);
}

function printAll({ parts: sizes, ...metrics }: ReturnType<typeof measure>): void {
  printRows(
    "Lines of code by part, without comments",
    Object.entries(sizes).map(([part, { files, lines }]) => [lines, `${part} (${files} files)`]),
  );
  printRows(
    "Lines that a journey loads",
    Object.entries(metrics.journeys).map(([name, { files, lines, linesOnDemand }]) => [
      lines,
      `${name} (${files} files; ${linesOnDemand} more lines on demand)`,
    ]),
  );
  for (const kind of ["value", "type"] as const) {
    const cycles = metrics[`${kind}Cycles`];
    printRows(
      cycles.length > 0 ? `Files in cycles of ${kind}s` : `Cycles of ${kind}s: none`,
      cycles.map((cycle) => [cycle.length, cycle.join(" ")]),
    );
  }
  printRows(
    "Files by lines of code",
    metrics.filesBySize.map(({ upTo, files }) => [files, upTo === null ? "more" : `up to ${upTo}`]),
  );
  printRows(
    "The largest files",
    metrics.largestFiles.map(({ path, lines }) => [lines, path]),
  );
}

await runCommand(
  createCommand(
    "npm run metrics",
    "Prints the size of parts and files, the code of journeys, and import cycles.",
  )
    .option(...jsonOption)
    .action(({ json }: { json?: true }) => {
      const metrics = measure();
      if (json) printJson(metrics);
      else printAll(metrics);
    }),
);
