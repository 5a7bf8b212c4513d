import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";
import { isPrivate, pages } from "#cms/content/site.ts";
import type { Screen } from "#web/app/paths.ts";
import type { SiteStyles } from "./page-styles.ts";
import { appSource, screenSource } from "./page-styles.ts";

/** The stylesheets of everything that a page can be made of. */
export async function readStyles(outDirectory: string, manifest: Manifest): Promise<SiteStyles> {
  const sections = Object.keys(manifest).filter(
    (source) => source.startsWith("web/sections/") && manifest[source]?.isDynamicEntry,
  );
  const screens: Screen[] = ["content", ...pages.filter(isPrivate), "not-found"];
  const sources = new Set([appSource, ...screens.map(screenSource), ...sections]);
  const files: SiteStyles["files"] = {};
  for (const source of sources) {
    const found = new Set(closure(manifest, source, false));
    // What an administrator's page loads later belongs to it as well.
    if (screens.some((screen) => isPrivate(screen) && screenSource(screen) === source))
      for (const file of closure(manifest, source, true)) found.add(file);
    files[source] = [...found];
  }
  const css: SiteStyles["css"] = {};
  for (const file of new Set(Object.values(files).flat())) {
    css[file] = (await readFile(join(outDirectory, file), "utf8")).trim();
  }
  return { files, css };
}

function closure(manifest: Manifest, source: string, dynamic: boolean, seen = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the bundle.`);
  if (seen.has(source)) return [];
  seen.add(source);
  const next = [...(chunk.imports ?? []), ...((dynamic && chunk.dynamicImports) || [])];
  return [...next.flatMap((each) => closure(manifest, each, dynamic, seen)), ...(chunk.css ?? [])];
}
