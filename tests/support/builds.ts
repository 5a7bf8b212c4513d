import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ArtifactOptions } from "#local/product/artifact.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { writeNotices } from "#web/build/notices.ts";
import { scheduledDirectory } from "#web/build/workers/functions.ts";
import { bundleOnce, functionsBundle, scheduledBundle } from "./bundles.ts";
import { prepareOnce } from "./prepared.ts";

const sources = ["functions", "cms", "web", "local", "package.json", "tsconfig.json", "wrangler.toml"];

async function buildInto(directory: string, options: ArtifactOptions): Promise<{ reason: string } | null> {
  const { content, offlineCopy = false } = options;
  const exportedContent = content
    ? null
    : await startSanity({ ...localContent, dataset: "exported", port: 0 });
  const source = content ?? { ...localContent, dataset: "exported", apiHost: exportedContent?.origin ?? "" };
  const usedOfflineCopy = await build({
    ...options,
    outDirectory: directory,
    content: source,
    offlineCopy,
    bundle: bundleOnce,
    quickPictures: true,
  });
  await exportedContent?.close();
  await cp(await functionsBundle(), directory, { recursive: true });
  await writeNotices(directory);
  return usedOfflineCopy;
}

/**
 * Builds a site as `buildArtifact` does, but only once for each dataset and host.
 * For tests of what happens to a site of the launch copy.
 */
export async function buildOnce(options: ArtifactOptions): Promise<null> {
  const { outDirectory, content, siteOrigin } = options;
  const name = `site-of-${content?.dataset ?? "exported"}-at-${new URL(siteOrigin).host}`;
  const builtSite = join(
    await prepareOnce(name, sources, (directory) =>
      buildInto(join(directory, "dist"), options).then(() => {}),
    ),
    "dist",
  );
  await rm(outDirectory, { recursive: true, force: true });
  await cp(builtSite, outDirectory, { recursive: true });
  await cp(await scheduledBundle(), scheduledDirectory(outDirectory), { recursive: true });
  return null;
}

/** Builds the site from the CMS's current content. Returns the reason if the build used the offline copy instead. */
export async function buildAnew(options: ArtifactOptions): Promise<string | null> {
  const usedOfflineCopy = await buildInto(options.outDirectory, options);
  await cp(await scheduledBundle(), scheduledDirectory(options.outDirectory), { recursive: true });
  return usedOfflineCopy?.reason ?? null;
}
