import { type ImportKind, listImports, resolveImport } from "./imports.ts";
import type { SourceFile } from "./source.ts";

/** The imports of each file among the sources, by its path. */
export type ModuleGraph = Map<string, { target: string; kind: ImportKind }[]>;

/** Creates the graph of the imports between sources. */
export function createModuleGraph(sources: SourceFile[]): ModuleGraph {
  const paths = new Set(sources.map(({ path }) => path));
  return new Map(
    sources.map((source) => [
      source.path,
      (source.path.endsWith(".json") ? [] : listImports(source))
        .map(({ from, kind }) => ({ target: resolveImport(source.path, from), kind }))
        .filter(({ target }) => paths.has(target)),
    ]),
  );
}

/** Returns the files that are reachable from `entry` through imports of these kinds, with `entry`. */
export function listReachable(graph: ModuleGraph, entry: string, kinds: ImportKind[]): Set<string> {
  const reachedFiles = new Set([entry]);
  // A set iterates over the files that are added on the way.
  for (const file of reachedFiles) {
    for (const { target, kind } of graph.get(file) ?? []) if (kinds.includes(kind)) reachedFiles.add(target);
  }
  return reachedFiles;
}

/** Returns the groups of files that import each other in a circle, through imports of these kinds. */
export function findCycles(graph: ModuleGraph, kinds: ImportKind[]): string[][] {
  const reachableFiles = new Map(
    [...graph.keys()].map((file) => [file, listReachable(graph, file, kinds)] as const),
  );
  const groups = new Map<string, string[]>();
  for (const [file, reachedFiles] of reachableFiles) {
    const group = [...reachedFiles].filter((other) => reachableFiles.get(other)?.has(file)).sort();
    if (group.length > 1) groups.set(group.join(), group);
  }
  return [...groups.values()];
}
