import { rm } from "node:fs/promises";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build as buildStaticSite } from "#web/build/build.ts";
import { ContentAway } from "#web/build/content.ts";
import { writeNotices } from "#web/build/notices.ts";
import { buildFunctions, buildScheduled, scheduledDirectory } from "#web/build/workers/functions.ts";

export type ArtifactOptions = {
  /** The folder of the site; the scheduled Worker goes beside it. */
  outDirectory: string;
  siteOrigin: string;
  /** The source of the copy; null without a CMS, for the launch copy in cms/seed. */
  content: { projectId: string; dataset: string; apiHost?: string; token?: string } | null;
  /** The site's token of Cloudflare Web Analytics. */
  analyticsToken?: string;
  /** Whether a build may use the copy of the last build while the CMS is away. */
  offlineCopy?: boolean;
  /** Whether a build may use the launch copy in cms/seed if no build has stored a copy. */
  exportedCopy?: boolean;
  /** Whether to encode pictures faster and larger, for a build that only this machine serves. */
  quickPictures?: boolean;
  /** Receives a sentence for each page of the CMS that exceeds its budget. */
  onWarning: (sentence: string) => void;
  /** Receives the name of the current step. */
  onStep: (step: string) => void;
};

/**
 * Builds what a deployment or `npm start` serves: the static site, the API bundle and the scheduled Worker.
 * @returns a sentence to print if the texts of the site are not the current ones of the CMS, otherwise null
 * @throws Error whose message has a line for each problem
 */
export async function buildArtifact(options: ArtifactOptions): Promise<string | null> {
  const { outDirectory, content, onStep } = options;
  const staleCopy = content ? await buildFromCms(options, content) : await buildFromLaunchCopy(options);
  onStep("the API bundle");
  await Promise.all([buildFunctions(outDirectory), buildScheduled(scheduledDirectory(outDirectory))]);
  return staleCopy;
}

/**
 * Builds the site from the CMS. While the CMS is away, it uses the copy of the last build or the launch copy, as far as
 * the options allow that.
 * @returns a sentence about the copy in use, or null for the current one
 */
async function buildFromCms(
  options: ArtifactOptions,
  content: NonNullable<ArtifactOptions["content"]>,
): Promise<string | null> {
  await rm(options.outDirectory, { recursive: true, force: true });
  try {
    const staleCopy = await buildStaticSite({ ...options, content });
    return staleCopy && `${staleCopy.reason}; the site has the copy of ${staleCopy.keptAt}.`;
  } catch (error) {
    const awayError = error instanceof Error && error.cause instanceof ContentAway ? error.cause : null;
    if (!options.exportedCopy || !awayError) throw error;
    await buildFromLaunchCopy(options);
    return `${awayError.message}; no earlier build has kept a copy, and the site has the exported one of cms/seed.`;
  }
}

/**
 * Builds with the launch copy in cms/seed, served by a temporary stand-in.
 * @throws Error with a line for each page that exceeds its budget; unlike CMS content, this copy only changes with the
 * sources
 */
async function buildFromLaunchCopy(options: ArtifactOptions): Promise<string> {
  // A dataset name of its own, because this build's stored copy is not from the CMS.
  const content = { ...localContent, dataset: "exported" };
  const sanity = await startSanity({ ...content, port: 0 });
  const heavyPages: string[] = [];
  try {
    await rm(options.outDirectory, { recursive: true, force: true });
    const source = { ...content, apiHost: sanity.origin };
    await buildStaticSite({
      ...options,
      content: source,
      onWarning: (sentence) => heavyPages.push(sentence),
    });
  } finally {
    await sanity.close();
  }
  if (heavyPages.length > 0) throw new Error(heavyPages.join("\n"));
  return "SANITY_PROJECT_ID is not set: the site has the exported copy of cms/seed.";
}

/**
 * Builds the site and both Workers for distribution, with the notices that the licenses of bundled packages require.
 * @returns a sentence to print if the texts of the site are not the current ones of the CMS, otherwise null
 * @throws Error whose message has a line for each problem
 */
export async function buildWithNotices(options: ArtifactOptions): Promise<string | null> {
  const staleCopy = await buildArtifact(options);
  options.onStep("the license notices");
  await writeNotices(options.outDirectory);
  return staleCopy;
}
