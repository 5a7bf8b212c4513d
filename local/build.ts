// `npm run build`: the static site and the functions bundle, ready for Pages, in dist/ or the folder that is
// named, and the scheduled Worker beside it. The copy comes from SANITY_PROJECT_ID; where that is not set, from a Lake
// of its own over the seed. With --offline-copy a CMS that is away does not matter: the copy of the last build that
// reached it is taken, or, where no build has, the one that was last exported to cms/seed.
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ContentAway } from "#web/build/content.ts";
import { build as buildStaticSite } from "#web/build.ts";
import { buildFunctions, buildScheduled, scheduledDirectory } from "./build-functions.ts";
import { startLake } from "./content/server.ts";
import { say, sentence } from "./processes/terminal.ts";
import { localContent } from "./settings.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { "offline-copy": { type: "boolean", default: false } },
});
const outDirectory = resolve(positionals[0] ?? "dist");
const { SANITY_PROJECT_ID, SANITY_DATASET, SANITY_API_HOST, SANITY_READ_TOKEN, SITE_ORIGIN } = process.env;
const siteOrigin = SITE_ORIGIN || "http://localhost:8788";

async function contentSource() {
  if (SANITY_PROJECT_ID) {
    return {
      projectId: SANITY_PROJECT_ID,
      dataset: SANITY_DATASET || "production",
      ...(SANITY_API_HOST && { apiHost: SANITY_API_HOST }),
      ...(SANITY_READ_TOKEN && { token: SANITY_READ_TOKEN }),
      close: async () => {},
    };
  }
  return launchCopy();
}

/** A Lake of its own over the seed. */
async function launchCopy(dataset: string = localContent.dataset) {
  const content = { ...localContent, dataset };
  const lake = await startLake({ ...content, port: 0 });
  return { ...content, apiHost: lake.origin, close: () => lake.close() };
}

/** Builds the site; answers with a sentence where its copy is not what the CMS says now. */
async function buildSite(): Promise<string | null> {
  const offlineCopy = values["offline-copy"];
  const build = async ({ close, ...content }: Awaited<ReturnType<typeof contentSource>>) => {
    try {
      await rm(outDirectory, { recursive: true, force: true });
      return await buildStaticSite({ outDirectory, content, siteOrigin, offlineCopy });
    } finally {
      await close();
    }
  };
  try {
    const older = await build(await contentSource());
    return older && `${older.reason}; the site has the copy of ${older.keptAt}.`;
  } catch (error) {
    const away = error instanceof Error && error.cause instanceof ContentAway ? error.cause : null;
    if (!offlineCopy || !away) throw error;
    // Under a name of its own: what this build keeps is not what the CMS said.
    await build(await launchCopy("exported"));
    return `${away.message}; no earlier build has kept a copy, and the site has the exported one of cms/seed.`;
  }
}

try {
  const older = await buildSite();
  if (older) say(older);
  await Promise.all([buildFunctions(outDirectory), buildScheduled(scheduledDirectory(outDirectory))]);
  say(`Built ${outDirectory}.`);
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
