import { mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type InlineConfig, type Manifest, mergeConfig, build as viteBuild } from "vite";
import type { PrerenderOptions } from "#web/app/prerender.tsx";
import viteConfig from "#web/vite.config.ts";

/** Bundles what the browser loads into `outDirectory`/assets; answers with what became of which source file. */
export async function bundleForBrowser(outDirectory: string): Promise<Manifest> {
  const modules = await bundleWithManifest(outDirectory, { input: "web/app/loader.ts" });
  // A script by itself, which runs where it stands; a module would wait for the end of the document.
  const script = await bundleWithManifest(outDirectory, {
    input: "web/app/form-draft.ts",
    output: { format: "iife", codeSplitting: false },
  });
  return { ...modules, ...script };
}

async function bundleWithManifest(outDirectory: string, rolldownOptions: object): Promise<Manifest> {
  await bundle(
    mergeConfig(viteConfig, { build: { outDir: outDirectory, manifest: "manifest.json", rolldownOptions } }),
  );
  const file = join(outDirectory, "manifest.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as Manifest;
  await rm(file);
  return manifest;
}

type Prerenderer = { renderPage(options: PrerenderOptions): Promise<string> };

/** Bundles the prerenderer beside `outDirectory`, works with it, and removes it. */
export async function withPrerenderer<T>(
  outDirectory: string,
  work: (prerenderer: Prerenderer) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(`${outDirectory}-prerender-`);
  try {
    await bundle(
      mergeConfig(viteConfig, {
        ssr: { noExternal: true },
        build: {
          outDir: directory,
          ssr: true,
          minify: false,
          rolldownOptions: { input: "web/app/prerender.tsx", output: { entryFileNames: "prerender.mjs" } },
        },
      }),
    );
    return await work(await import(pathToFileURL(join(directory, "prerender.mjs")).href));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

// Vite and its plugins build for production only if the whole process says so, which a test runner does not.
async function bundle(config: InlineConfig): Promise<void> {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    await viteBuild(config);
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}
