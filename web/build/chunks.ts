import { join } from "node:path";
import type { Manifest, Rolldown } from "vite";
import { appSource, loaderSource, screenSource, sectionSource } from "#web/render/page-sources.ts";
import viteConfig from "#web/vite.config.ts";

/** The parts of a bundled file that the build reads. */
export type BundledChunk = Pick<
  Rolldown.OutputChunk,
  "fileName" | "imports" | "dynamicImports" | "facadeModuleId" | "moduleIds"
> & { modules: Record<string, { code: string | null }> };

const formDraftSource = "web/app/form-draft.ts";

/**
 * The sources with which a public page loads files, in this order, and the names of the files of their imports. The
 * loader has no file beside it. The files of `loneSources` have no other module, because they run when they are imported.
 */
const fileNames = new Map<string, string | null>([
  [loaderSource, null],
  [formDraftSource, "draft"],
  [appSource, "browser"],
  [screenSource("content"), "content"],
  [sectionSource("contactForm"), "contact-form"],
]);
const loneSources = [loaderSource, formDraftSource];

const toId = (source: string) => join(viteConfig.root ?? "", source);
// Private pages import none of these modules, and may import every other one.
const publicModule = /\/web\/(?:sections|pages)\//;
const publicFiles = ["content", "contact-form"];

/** Assigns a file to a module and to all of its static imports, unless they have one. */
function assignFile(
  id: string,
  name: string | null,
  names: Map<string, string | null>,
  modules: Rolldown.ChunkingContext,
): void {
  if (names.has(id)) return;
  const isShared = name !== null && publicFiles.includes(name) && !publicModule.test(id);
  names.set(id, isShared ? "browser" : name);
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) assignFile(next, name, names, modules);
}

/**
 * Returns the group by which the bundler puts the modules of public pages into few files. Without it each set of
 * importers has its own file, and the contact page requests 29.
 */
export function createPageGroup(): Rolldown.CodeSplittingGroup {
  const names = new Map<string, string | null>();
  return {
    debugName: "files of public pages",
    name(id, modules) {
      if (names.size === 0)
        for (const [source, name] of fileNames) assignFile(toId(source), name, names, modules);
      const isAlone = loneSources.some((source) => toId(source) === id);
      return isAlone ? null : (names.get(id) ?? null);
    },
  };
}

/** Returns a manifest with the sources that the group has put into another source's file. The bundler leaves them out. */
export function addGroupedSources(manifest: Manifest, chunks: ReadonlyMap<string, BundledChunk>): Manifest {
  const entries = Object.values(manifest);
  const groupedEntries = [...fileNames.keys()].flatMap((source) => {
    const entry = entries.find(({ file }) => chunks.get(file)?.moduleIds.includes(toId(source)));
    return entry ? [[source, { ...entry, isDynamicEntry: source !== loaderSource }] as const] : [];
  });
  return { ...manifest, ...Object.fromEntries(groupedEntries) };
}
