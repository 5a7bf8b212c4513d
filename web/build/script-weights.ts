import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest, Rolldown } from "vite";
import { budgets, modulesOf, type Weighed, weigh } from "./budgets.ts";
import { appSource, screenSource } from "./page-styles.ts";

/** Weighs the scripts that every visitor's page may load; `chunks` are the files of their bundle. */
export async function weighScripts(
  outDirectory: string,
  manifest: Manifest,
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): Promise<Weighed[]> {
  const weighFiles = async (what: string, limit: number, files: string[]): Promise<Weighed> => {
    const texts = await Promise.all(files.map((file) => readFile(join(outDirectory, file))));
    return weigh(what, limit, texts, modulesOf(files.flatMap((file) => chunks.get(file) ?? [])));
  };
  const [react = "", ...beside] = filesOf(manifest, appSource);
  const screen = filesOf(manifest, screenSource("content")).filter(
    (file) => file !== react && !beside.includes(file),
  );
  return Promise.all([
    weighFiles("The loader", budgets.loader, filesOf(manifest, "web/app/loader.ts")),
    weighFiles("React with its router and the frame of a page", budgets.react, [react]),
    weighFiles("What comes with React", budgets.besideReact, beside),
    weighFiles("The screen of a page", budgets.screen, screen),
  ]);
}

/** The file of a source, and of everything that it cannot do without. */
export function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(chunk.file)) return [];
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, seen);
  return [...seen];
}
