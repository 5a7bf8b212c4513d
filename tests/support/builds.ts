import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ArtefactOptions } from "#local/build/artefact.ts";
import { scheduledDirectory } from "#local/build/functions.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { functionsBundle, scheduledBundle } from "./bundles.ts";

/** Builds a site as `buildArtefact` does, once of each place that content comes from and each address: for tests that ask what is done with it. */
export async function openBuilds() {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-builds-"));
  const built = new Map<string, string>();

  async function make(into: string, { content, siteOrigin, measuresVitals }: ArtefactOptions): Promise<void> {
    const exported = content ? null : await startSanity({ ...localContent, dataset: "exported", port: 0 });
    const from = content ?? { ...localContent, dataset: "exported", apiHost: exported?.origin ?? "" };
    await build({ outDirectory: into, siteOrigin, content: from, measuresVitals });
    await exported?.close();
    await cp(await functionsBundle(), into, { recursive: true });
  }

  return {
    async buildSite(options: ArtefactOptions): Promise<null> {
      const { outDirectory, content, siteOrigin } = options;
      const key = `${content?.dataset} ${siteOrigin}`;
      const known = built.get(key) ?? join(folder, String(built.size));
      if (!built.has(key)) await make(known, options);
      built.set(key, known);
      await rm(outDirectory, { recursive: true, force: true });
      await cp(known, outDirectory, { recursive: true });
      await cp(await scheduledBundle(), scheduledDirectory(outDirectory), { recursive: true });
      return null;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

export type Builds = Awaited<ReturnType<typeof openBuilds>>;
