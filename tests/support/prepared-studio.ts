import { execFile } from "node:child_process";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { localContent } from "#local/settings.ts";
import { fingerprint } from "#local/studio/fingerprint.ts";
import { prepared } from "./prepared.ts";

// The address of the content is built into the Studio: this one stands for that of each product.
const anywhere = "http://content-of-the-tests.localhost:1";
const sources = ["cms", "local/studio", "tests/support/prepared-studio.ts"];

const build = (directory: string) =>
  promisify(execFile)(process.execPath, ["local/studio/build.ts"], {
    env: {
      ...process.env,
      STUDIO_DIRECTORY: join(directory, "studio"),
      SANITY_ORIGIN: anywhere,
      SANITY_PROJECT_ID: localContent.projectId,
      SANITY_DATASET: localContent.dataset,
    },
  });

/** Says in a Studio's folder that it was built from the sources as they are now, for the content at `origin`. */
export async function markAsBuilt(directory: string, origin: string): Promise<void> {
  const builtFrom = await fingerprint(resolve("cms/"), {
    SANITY_STUDIO_API_HOST: origin,
    SANITY_STUDIO_PROJECT_ID: localContent.projectId,
    SANITY_STUDIO_DATASET: localContent.dataset,
  });
  await writeFile(join(directory, "built-from"), builtFrom);
}

/** Puts the Studio of the content at `origin` into a folder, as building it there would. */
export async function putStudio(directory: string, origin: string): Promise<void> {
  const made = await prepared("studio", sources, async (folder) => void (await build(folder)));
  await cp(join(made, "studio"), directory, { recursive: true });
  for (const file of await readdir(directory, { recursive: true })) {
    if (!/\.(js|html)$/.test(file)) continue;
    const path = join(directory, file);
    const text = await readFile(path, "utf8");
    if (text.includes(anywhere)) await writeFile(path, text.replaceAll(anywhere, origin));
  }
  await markAsBuilt(directory, origin);
}
