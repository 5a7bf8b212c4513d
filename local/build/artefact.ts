import { rm } from "node:fs/promises";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build as buildStaticSite } from "#web/build/build.ts";
import { ContentAway } from "#web/build/content.ts";
import { writeBillOfMaterials } from "./bill-of-materials.ts";
import { buildFunctions, buildScheduled, scheduledDirectory, takeFunctions } from "./functions.ts";

export type ArtefactOptions = {
  /** Where the site goes; the scheduled Worker goes beside it. */
  outDirectory: string;
  siteOrigin: string;
  /** Where the copy comes from; null where there is no CMS, for the exported copy in cms/seed. */
  content: { projectId: string; dataset: string; apiHost?: string; token?: string } | null;
  /** The site's token of Cloudflare Web Analytics. */
  analyticsToken?: string;
  /** Whether, while the CMS is away, the copy of the last build that reached it will do. */
  offlineCopy?: boolean;
  /** Whether, where no build has kept one, the exported copy in cms/seed will do. */
  exportedCopy?: boolean;
  /** Whether pictures may be larger than they have to be, in order to be ready sooner: for a build that only this machine serves. */
  quickPictures?: boolean;
  /** A finished build of the same sources, whose functions and scheduled Worker are taken: only the content has changed since. */
  sameSources?: string;
  /** Called with each page of the CMS that is over its budget, in a sentence. */
  onHeavy: (sentence: string) => void;
  /** Called with what is being made. */
  onStep: (step: string) => void;
};

/**
 * Builds what is deployed: the static site, the API's bundle and the scheduled Worker.
 * @returns a sentence if the copy is not the current one of the CMS, otherwise null
 * @throws Error whose message has a line for each problem
 */
export async function buildArtefact(options: ArtefactOptions): Promise<string | null> {
  const { outDirectory, content, onStep } = options;
  const older = content ? await buildFrom(options, content) : await buildExported(options);
  onStep("the API");
  const scheduled = scheduledDirectory(outDirectory);
  if (options.sameSources) await takeFunctions(options.sameSources, outDirectory);
  else await Promise.all([buildFunctions(outDirectory), buildScheduled(scheduled)]);
  return older;
}

async function buildFrom(
  options: ArtefactOptions,
  content: NonNullable<ArtefactOptions["content"]>,
): Promise<string | null> {
  await rm(options.outDirectory, { recursive: true, force: true });
  try {
    const older = await buildStaticSite({ ...options, content });
    return older && `${older.reason}; the site has the copy of ${older.keptAt}.`;
  } catch (error) {
    const away = error instanceof Error && error.cause instanceof ContentAway ? error.cause : null;
    if (!options.exportedCopy || !away) throw error;
    await buildExported(options);
    return `${away.message}; no earlier build has kept a copy, and the site has the exported one of cms/seed.`;
  }
}

/**
 * Builds with the copy in cms/seed, out of a stand-in of its own.
 * @throws Error with a line for each page that is over its budget: this copy changes with the sources, not while no one looks
 */
async function buildExported(options: ArtefactOptions): Promise<string> {
  // Under a name of its own: what this build keeps is not what the CMS said.
  const content = { ...localContent, dataset: "exported" };
  const sanity = await startSanity({ ...content, port: 0 });
  const heavy: string[] = [];
  try {
    await rm(options.outDirectory, { recursive: true, force: true });
    const from = { ...content, apiHost: sanity.origin };
    await buildStaticSite({ ...options, content: from, onHeavy: (sentence) => heavy.push(sentence) });
  } finally {
    await sanity.close();
  }
  if (heavy.length > 0) throw new Error(heavy.join("\n"));
  return "SANITY_PROJECT_ID is not set: the site has the exported copy of cms/seed.";
}

/**
 * Builds the artefact with its bill of materials and license notices.
 * @returns a sentence if the copy is not the current one of the CMS, otherwise null
 * @throws Error whose message has a line for each problem
 */
export async function buildShipped(options: ArtefactOptions): Promise<string | null> {
  const older = await buildArtefact(options);
  options.onStep("what it ships");
  await writeBillOfMaterials(options.outDirectory);
  return older;
}
