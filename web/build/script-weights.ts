import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest, Plugin } from "vite";
import { budgets, type ModuleSizes, modulesOf, sentBytes, type Weighed } from "./budgets.ts";
import { appSource, screenSource } from "./page-styles.ts";

/** Notes what the files of a bundle are made of in `sizes`. */
export const noteModules = (sizes: Record<string, ModuleSizes>): Plugin => ({
  name: "note-modules",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      sizes[chunk.fileName] = modulesOf([chunk]);
    }
  },
});

/** Weighs the scripts that every visitor's page may load. */
export async function weighScripts(
  outDirectory: string,
  manifest: Manifest,
  sizes: Record<string, ModuleSizes>,
): Promise<Weighed[]> {
  const weigh = async (what: string, limit: number, files: string[]): Promise<Weighed> => {
    const bytes = files.map(async (file) => sentBytes(await readFile(join(outDirectory, file))));
    return {
      ...{ what, limit, bytes: (await Promise.all(bytes)).reduce((sum, each) => sum + each, 0) },
      modules: Object.assign({}, ...files.map((file) => sizes[file])),
    };
  };
  const [react = "", ...beside] = filesOf(manifest, appSource);
  const screen = filesOf(manifest, screenSource("content")).filter(
    (file) => file !== react && !beside.includes(file),
  );
  return Promise.all([
    weigh("The loader", budgets.loader, filesOf(manifest, "web/app/loader.ts")),
    weigh("React with its router and the frame of a page", budgets.react, [react]),
    weigh("What comes with React", budgets.besideReact, beside),
    weigh("The screen of a page", budgets.screen, screen),
  ]);
}

/** The file of a source, and of everything that it cannot do without. */
function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(chunk.file)) return [];
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, seen);
  return [...seen];
}
