import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type InlineConfig, type Manifest, mergeConfig, build as viteBuild } from "vite";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import viteConfig from "#web/vite.config.ts";
import type { SiteParts } from "./make-page.ts";
import type * as SiteRenderer from "./site-renderer.ts";

/** Bundles what the browser loads into `outDirectory`/assets; answers with what became of which source file. */
export async function bundleForBrowser(outDirectory: string): Promise<Manifest> {
  const modules = await bundleWithManifest(outDirectory, { input: "web/app/loader.ts" });
  // A script by itself, which runs where it stands; a module would wait for the end of the document.
  const script = await bundleWithManifest(outDirectory, {
    input: "web/app/form-draft.ts",
    output: { format: "iife", codeSplitting: false },
  });
  // By itself, so that no page of a visitor's shares anything with it.
  const preview = await bundleWithManifest(outDirectory, {
    input: "web/preview/preview.ts",
    output: { codeSplitting: false },
  });
  return { ...modules, ...script, ...preview };
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

/** Where the modules of the renderer lie in what is deployed: beside the one that answers requests. */
const rendererFolder = "_worker.js/site";

/**
 * Bundles the renderer into what is deployed in `outDirectory`, for workerd and for Node alike: what the edge makes is what the
 * build makes. `hash` names the bundle.
 */
export async function bundleRenderer(outDirectory: string) {
  const directory = join(outDirectory, rendererFolder);
  await bundle(
    mergeConfig(viteConfig, {
      ssr: {
        noExternal: true,
        target: "webworker",
        resolve: { conditions: ["workerd", "edge-light", "worker", "browser"] },
      },
      build: {
        outDir: directory,
        ssr: true,
        minify: false,
        rolldownOptions: {
          input: "web/build/site-renderer.ts",
          output: { entryFileNames: "site-renderer.mjs", chunkFileNames: "[name]-[hash].mjs" },
        },
      },
    }),
  );
  const entry = join(directory, "site-renderer.mjs");
  const { createRenderer } = (await import(pathToFileURL(entry).href)) as typeof SiteRenderer;
  const write = (name: string, code: string) => writeFile(join(directory, `${name}.mjs`), code);
  return {
    createRenderer,
    hash: await hashOf(directory),
    /** Adds what the edge has to know of the finished build. */
    async complete(record: BuildRecord, parts: SiteParts): Promise<void> {
      await write("record", `export default ${JSON.stringify(record)};\n`);
      await write("parts", `export default ${JSON.stringify(parts)};\n`);
      const imports = `import { createRenderer } from "./site-renderer.mjs";\nimport parts from "./parts.mjs";\n`;
      await write("renderer", `${imports}export default createRenderer(parts);\n`);
    },
  };
}

async function hashOf(directory: string): Promise<string> {
  const files = (await readdir(directory)).sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(await readFile(join(directory, file)));
  return hash.digest("hex");
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
