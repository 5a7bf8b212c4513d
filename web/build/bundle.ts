import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type InlineConfig, type Manifest, mergeConfig, type Rolldown, build as viteBuild } from "vite";
import { isPrivate, pages } from "#cms/content/site.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import type { SiteParts } from "#web/render/make-page.ts";
import { loaderSource } from "#web/render/page-sources.ts";
import type * as SiteRenderer from "#web/render/site-renderer.ts";
import viteConfig from "#web/vite.config.ts";
import { budgets, checkBudgets, weigh } from "./budgets.ts";
import { storePackageList } from "./build-cache.ts";
import { addGroupedSources, type BundledChunk, createPageGroup } from "./chunks.ts";
import { omitModules } from "./vite-plugins.ts";

/** The chunks of a bundle by file name. */
type Chunks = Map<string, BundledChunk>;

/** Bundles sources into the folder `config.build.outDir`. `name` identifies the configuration. */
export type Bundler = (name: string, config: InlineConfig) => Promise<BundledChunk[]>;

/**
 * Bundles the browser scripts into `outDirectory`/assets.
 * @returns the manifest from source to bundled files, and the chunks of the page scripts
 */
export async function bundleForBrowser(
  outDirectory: string,
  bundle: Bundler = runVite,
): Promise<{ manifest: Manifest; chunks: Chunks }> {
  const page = await bundleWithManifest(outDirectory, bundle, "page", {
    input: loaderSource,
    output: { codeSplitting: { groups: [createPageGroup()], includeDependenciesRecursively: false } },
  });
  // Previews are bundled separately, so that they share no chunk with visitors' pages.
  const previewInput = { input: "web/preview/preview.ts", output: { codeSplitting: false } };
  const preview = await bundleWithManifest(outDirectory, bundle, "preview", previewInput);
  await storePackageList("browser", [...page.chunks.values(), ...preview.chunks.values()]);
  const pageManifest = addGroupedSources(page.manifest, page.chunks);
  return { manifest: { ...pageManifest, ...preview.manifest }, chunks: page.chunks };
}

/** Bundles a script. Returns its chunks and Vite's manifest, which is no file of the site. */
async function bundleWithManifest(
  outDirectory: string,
  bundle: Bundler,
  name: string,
  rolldownOptions: object,
) {
  const chunks = await bundle(name, {
    build: { outDir: outDirectory, manifest: "manifest.json", rolldownOptions },
  });
  const file = join(outDirectory, "manifest.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  await rm(file);
  return { manifest, chunks: byFileName(chunks) };
}

const byFileName = (chunks: BundledChunk[]): Chunks =>
  new Map(chunks.map((chunk) => [chunk.fileName, chunk]));

// Modules that run only in a browser: after a sign-in, or when a form is sent.
const browserModules =
  /^(@supabase\/auth-js|\.\/(inbox-screen|changes\/changes)\.tsx|\.\/(outbox\/)?deliver\.ts)$/;

/** The deployed folder of the renderer's modules, beside the module that answers requests. */
const rendererFolder = "_worker.js/site";

/**
 * Bundles the renderer into the deployed files in `outDirectory`. The bundle runs in workerd and in Node, so the edge
 * and the build render the same documents. `hash` identifies the bundle.
 */
export async function bundleRenderer(outDirectory: string, bundle: Bundler = runVite) {
  const directory = join(outDirectory, rendererFolder);
  const config: InlineConfig = {
    plugins: [omitModules(browserModules)],
    ssr: {
      noExternal: true,
      target: "webworker",
      resolve: { conditions: ["workerd", "edge-light", "worker", "browser"] },
    },
    build: {
      outDir: directory,
      ssr: true,
      minify: true,
      rolldownOptions: {
        input: "web/render/site-renderer.ts",
        output: { entryFileNames: "site-renderer.mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  };
  const chunks = byFileName(await bundle("renderer", config));
  const entry = join(directory, "site-renderer.mjs");
  const { createRenderer } = (await import(pathToFileURL(entry).href)) as typeof SiteRenderer;
  const write = (name: string, code: string) => writeFile(join(directory, `${name}.mjs`), code);
  return {
    createRenderer,
    hash: await hashFiles(directory),
    /**
     * Adds the record of the finished build, and removes the modules that only the build needs, those of the private
     * pages.
     * @throws Error when the renderer is over its budget
     */
    async complete(record: BuildRecord, parts: SiteParts): Promise<void> {
      const neededFiles = listReachable(chunks, "site-renderer.mjs");
      for (const file of chunks.keys()) if (!neededFiles.has(file)) await rm(join(directory, file));
      await write("record", `export default ${JSON.stringify(record)};\n`);
      await write("parts", `export default ${JSON.stringify(parts)};\n`);
      const imports = `import { createRenderer } from "./site-renderer.mjs";\nimport parts from "./parts.mjs";\n`;
      await write("renderer", `${imports}export default createRenderer(parts);\n`);
      // The record is not weighed: it grows with editors' pages and redirects, which must not fail a build.
      const weighedFiles = (await readdir(directory)).filter((name) => name !== "record.mjs");
      const texts = await Promise.all(weighedFiles.map((name) => readFile(join(directory, name))));
      const deployed = [...chunks.values()].filter(({ fileName }) => neededFiles.has(fileName));
      await storePackageList("renderer", deployed);
      await checkBudgets("renderer", [weigh("The renderer at the edge", budgets.renderer, texts, deployed)]);
    },
  };
}

// Modules that are imported only to render a private page.
const privatePageModules = new RegExp(
  `/web/(?:pages/(?:${pages.filter(isPrivate).join("|")})/|language/messages/\\w+/private\\.(?:json|ts)$)`,
);

/**
 * Lists the files of the renderer that the edge needs: `file` and everything that it imports, directly or not. The
 * build removes the others, which only render private pages.
 */
function listReachable(chunks: Chunks, file: string, visitedFiles = new Set<string>()): Set<string> {
  const chunk = chunks.get(file);
  if (!chunk || visitedFiles.has(file)) return visitedFiles;
  visitedFiles.add(file);
  const dynamicImports = chunk.dynamicImports.filter(
    (importedFile) => !privatePageModules.test(chunks.get(importedFile)?.facadeModuleId ?? ""),
  );
  for (const next of [...chunk.imports, ...dynamicImports]) listReachable(chunks, next, visitedFiles);
  return visitedFiles;
}

/** Returns the SHA-256 of the files of the bundled renderer, in hexadecimal digits, for the id of the build. */
async function hashFiles(directory: string): Promise<string> {
  const files = (await readdir(directory)).sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(await readFile(join(directory, file)));
  return hash.digest("hex");
}

/**
 * Runs Vite in production mode with the site's configuration and `config`. Its plugins read NODE_ENV of the process,
 * which a test runner sets differently.
 */
export const runVite: Bundler = async (_name, config) => {
  const previousEnvironment = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    const { output } = (await viteBuild(mergeConfig(viteConfig, config))) as Rolldown.RolldownOutput;
    return output.filter((file) => file.type === "chunk");
  } finally {
    if (previousEnvironment === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = previousEnvironment;
  }
};
