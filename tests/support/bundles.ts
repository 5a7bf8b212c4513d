import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bundler, runVite } from "#web/build/bundle.ts";
import type { BundledChunk } from "#web/build/chunks.ts";
import { buildFunctions, buildScheduled } from "#web/build/workers/functions.ts";
import { prepareOnce } from "./prepared.ts";

// The list includes the folders from which the edge may import, now or later.
const sources = ["functions", "cms", "web/build", "package.json", "tsconfig.json", "wrangler.toml"];

/** Returns the folder of the API's bundle, as it is deployed. */
export const functionsBundle = () => prepareOnce("functions", sources, buildFunctions);

/** Returns the folder of the scheduled Worker's bundle, as it is deployed. */
export const scheduledBundle = () => prepareOnce("scheduled", sources, buildScheduled);

const siteSources = ["functions", "cms", "web", "package.json", "tsconfig.json"];

const toStoredChunk = (chunk: BundledChunk): BundledChunk => ({
  fileName: chunk.fileName,
  imports: chunk.imports,
  dynamicImports: chunk.dynamicImports,
  facadeModuleId: chunk.facadeModuleId,
  moduleIds: chunk.moduleIds,
  modules: Object.fromEntries(Object.entries(chunk.modules).map(([id, { code }]) => [id, { code }])),
});

/** Bundles the scripts of a site only once, because they do not depend on the content or the origin. */
export const bundleOnce: Bundler = async (name, config) => {
  const prepared = await prepareOnce(`bundle-of-${name}`, siteSources, async (directory) => {
    const build = { ...config.build, outDir: join(directory, "files") };
    const chunks = await runVite(name, { ...config, build });
    await writeFile(join(directory, "chunks.json"), JSON.stringify(chunks.map(toStoredChunk)));
  });
  await cp(join(prepared, "files"), config.build?.outDir ?? "", { recursive: true });
  return JSON.parse(await readFile(join(prepared, "chunks.json"), "utf8")) as BundledChunk[];
};
