import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Manifest } from "vite";
import { isPrivate } from "#cms/content/site.ts";
import type { LocalizedPage } from "#cms/content/types.ts";
import type { InlineStyle } from "#web/app/document.tsx";
import { type Screen, screenFolder } from "#web/app/paths.ts";

/** The modules by which a page has its stylesheets, in their order. A section may be one that the app brings anyway. */
export function styledSources(screen: Screen, page: LocalizedPage | null) {
  const folder = screenFolder(screen);
  const sections = (page?.sections ?? []).map(
    ({ _type }) => `web/sections/${_type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`,
  );
  return { app: "web/app/browser.tsx", screenSource: `web/pages/${folder}/${folder}.tsx`, sections };
}

/** The stylesheets that a page needs, in the order in which they have to stand. */
export async function readStyles(
  outDirectory: string,
  manifest: Manifest,
  screen: Screen,
  page: LocalizedPage | null,
): Promise<InlineStyle[]> {
  const { app, screenSource, sections } = styledSources(screen, page);
  const lazySections = sections.filter((source) => manifest[source]?.isDynamicEntry);
  const sources = [app, screenSource, ...lazySections];
  const files = new Set(sources.flatMap((source) => closure(manifest, source, false)));
  // What an administrator's page loads later belongs to it as well.
  if (isPrivate(screen)) for (const file of closure(manifest, screenSource, true)) files.add(file);

  return Promise.all(
    [...files].map(async (file) => ({
      href: `/${file}`,
      css: (await readFile(join(outDirectory, file), "utf8")).trim(),
    })),
  );
}

function closure(manifest: Manifest, source: string, dynamic: boolean, seen = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the bundle.`);
  if (seen.has(source)) return [];
  seen.add(source);
  const next = [...(chunk.imports ?? []), ...((dynamic && chunk.dynamicImports) || [])];
  return [...next.flatMap((each) => closure(manifest, each, dynamic, seen)), ...(chunk.css ?? [])];
}
