import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { scheduledDirectory } from "#local/build/functions.ts";
import { compatibilityDateOf } from "#local/cloudflare/wrangler.ts";

/** What the three are called at Cloudflare, as their configurations in the repository say. */
export const names = { site: "vitrina", scheduled: "vitrina-scheduled", studio: "vitrina-studio" } as const;

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** A folder that wrangler works in: with a package.json it looks no further for the project, nor for its functions. */
async function layOut(folder: string, configuration: object): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "package.json"), json({ private: true }));
  await writeFile(join(folder, "wrangler.json"), json(configuration), { mode: 0o600 });
}

const spool = (id: string | null) => ({ kv_namespaces: id ? [{ binding: "SPOOL", id }] : [] });

/** The folder from which the site of the build in `folder`/dist is deployed; null for one without a spool. */
export async function layOutSite(
  folder: string,
  variables: Record<string, string>,
  spoolId: string | null,
): Promise<void> {
  await layOut(folder, {
    ...{ name: names.site, pages_build_output_dir: "dist" },
    compatibility_date: await compatibilityDateOf("wrangler.toml"),
    ...{ vars: variables, ...spool(spoolId) },
  });
}

/** The same of the scheduled Worker of the build in `dist`, which is beside it. */
export async function layOutScheduled(
  folder: string,
  dist: string,
  variables: Record<string, string>,
  spoolId: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(scheduledDirectory(dist), folder, { recursive: true });
  await layOut(folder, {
    ...{ name: names.scheduled, main: "worker.js", no_bundle: true },
    compatibility_date: await compatibilityDateOf("functions/operations/scheduled/wrangler.toml"),
    ...{ workers_dev: false, preview_urls: false, triggers: { crons: ["* * * * *"] } },
    ...{ vars: variables, ...spool(spoolId) },
  });
}

/** The folder from which the Studio in `folder`/dist is deployed. */
export async function layOutStudio(folder: string): Promise<void> {
  await layOut(folder, {
    ...{ name: names.studio, pages_build_output_dir: "dist" },
    compatibility_date: await compatibilityDateOf("wrangler.toml"),
  });
}
