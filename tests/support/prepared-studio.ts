import { execFile } from "node:child_process";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { localContent } from "#local/settings.ts";
import { hashSources } from "#local/studio/sanity-build.ts";
import { prepareOnce } from "./prepared.ts";

/** The addresses that a Studio is built for. */
type StudioAddresses = { sanity: string; site: string };

// The build contains the addresses of content and site. These placeholders stand for a product's addresses.
const placeholderAddresses: StudioAddresses = {
  sanity: "http://content-of-the-tests.localhost:1",
  site: "http://site-of-the-tests.localhost:1",
};
const sources = ["cms", "local/studio", "tests/support/prepared-studio.ts"];

const build = (directory: string) =>
  promisify(execFile)(process.execPath, ["local/studio/build.ts"], {
    env: {
      ...process.env,
      STUDIO_DIRECTORY: join(directory, "studio"),
      SANITY_ORIGIN: placeholderAddresses.sanity,
      SITE_ORIGIN: placeholderAddresses.site,
      SANITY_PROJECT_ID: localContent.projectId,
      SANITY_DATASET: localContent.dataset,
    },
  });

/** Returns the folder of the built Studio, with placeholders for a product's addresses. */
export const buildStudioOnce = () =>
  prepareOnce("studio", sources, async (folder) => void (await build(folder)));

/** Marks a Studio's folder as built from the current sources, for these addresses. */
export async function markAsBuilt(directory: string, { sanity, site }: StudioAddresses): Promise<void> {
  const builtFrom = await hashSources(resolve("cms/"), {
    SANITY_STUDIO_API_HOST: sanity,
    SANITY_STUDIO_PROJECT_ID: localContent.projectId,
    SANITY_STUDIO_DATASET: localContent.dataset,
    SANITY_STUDIO_SITE_ORIGIN: site,
  });
  await writeFile(join(directory, "built-from"), builtFrom);
}

/** Copies the built Studio for these addresses into a folder, as a build there would. */
export async function putStudio(directory: string, addresses: StudioAddresses): Promise<void> {
  const builtDirectory = await buildStudioOnce();
  await cp(join(builtDirectory, "studio"), directory, { recursive: true });
  for (const file of await readdir(directory, { recursive: true })) {
    if (!/\.(js|html)$/.test(file)) continue;
    const path = join(directory, file);
    const text = await readFile(path, "utf8");
    const localText = text
      .replaceAll(placeholderAddresses.sanity, addresses.sanity)
      .replaceAll(placeholderAddresses.site, addresses.site);
    if (localText !== text) await writeFile(path, localText);
  }
  await markAsBuilt(directory, addresses);
}
