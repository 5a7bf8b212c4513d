import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { hashSources, localStudioSettings } from "#local/studio/sanity-build.ts";
import { prepareOnce } from "./prepared.ts";

type StudioPorts = { LAKE_PORT: number; PORT: number };

// The build contains the addresses of content and site. These placeholders stand for a product's addresses.
const placeholderAddresses = {
  sanity: "http://content-of-the-tests.localhost:1",
  site: "http://site-of-the-tests.localhost:1",
};
const sources = ["cms", "local/studio", "tests/support/prepared-studio.ts"];

const build = (directory: string) =>
  promisify(execFile)(process.execPath, [
    ...["local/studio/build.ts", join(directory, "studio")],
    JSON.stringify(localStudioSettings(placeholderAddresses)),
  ]);

/** Returns the folder of the built Studio, with placeholders for a product's addresses. */
export const buildStudioOnce = () =>
  prepareOnce("studio", sources, async (folder) => void (await build(folder)));

const toAddresses = ({ LAKE_PORT, PORT }: StudioPorts) => ({
  sanity: `http://localhost:${LAKE_PORT}`,
  site: `http://localhost:${PORT}`,
});

/** Marks a Studio's folder as built from the current sources, for these ports. */
async function markAsBuilt(directory: string, ports: StudioPorts): Promise<void> {
  const builtFrom = await hashSources(resolve("cms/"), localStudioSettings(toAddresses(ports)));
  await writeFile(join(directory, "built-from"), builtFrom);
}

/** Copies the built Studio for these ports into a folder, as a build there would. */
export async function putStudio(directory: string, ports: StudioPorts): Promise<void> {
  const addresses = toAddresses(ports);
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
  await markAsBuilt(directory, ports);
}

/** Writes a placeholder Studio that counts as built, so that no test waits for the real one. */
export async function writePlaceholderStudio(state: string, ports: StudioPorts): Promise<void> {
  const directory = join(state, "studio");
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, "index.html"), "<title>Studio</title>");
  await markAsBuilt(directory, ports);
}
