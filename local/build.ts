// `npm run build`: the static site and the functions bundle, ready for Pages, in dist/ or the folder that is
// named, and the scheduled Worker beside it. The copy comes from SANITY_PROJECT_ID; where that is not set, from a Lake
// of its own over the seed. With --offline-copy a CMS that is away does not matter: the copy of the last build that
// reached it is taken.
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { build } from "#web/build.ts";
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
  const lake = await startLake({ ...localContent, port: 0 });
  return { ...localContent, apiHost: lake.origin, close: () => lake.close() };
}

try {
  const { close, ...content } = await contentSource();
  try {
    await rm(outDirectory, { recursive: true, force: true });
    const older = await build({
      outDirectory,
      content,
      siteOrigin: SITE_ORIGIN || "http://localhost:8788",
      offlineCopy: values["offline-copy"],
    });
    if (older) say(`${older.reason}; the site has the copy of ${older.keptAt}.`);
    await Promise.all([buildFunctions(outDirectory), buildScheduled(scheduledDirectory(outDirectory))]);
  } finally {
    await close();
  }
  say(`Built ${outDirectory}.`);
} catch (error) {
  say(sentence(error));
  process.exitCode = 1;
}
