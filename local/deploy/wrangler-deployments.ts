import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { attachmentsBucket, readCompatibilityDate, runWrangler } from "#local/cloudflare/wrangler.ts";
import { scheduledDirectory } from "#web/build/workers/functions.ts";

type WranglerValues = Record<string, string>;

/** The names at Cloudflare, as in the configurations of the repository. */
export const projectNames = {
  site: "vitrina",
  scheduled: "vitrina-scheduled",
  studio: "vitrina-studio",
} as const;

const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Creates a folder for wrangler. With a package.json, wrangler looks no further for the project and its functions. */
async function prepareFolder(folder: string, configuration: object): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "package.json"), toJson({ private: true }));
  await writeFile(join(folder, "wrangler.json"), toJson(configuration), { mode: 0o600 });
}

/** Binds the KV namespace for waiting messages, and the bucket for files. Without `spoolId` it binds nothing. */
const bindStores = (spoolId: string | null) =>
  spoolId
    ? {
        kv_namespaces: [{ binding: "SPOOL", id: spoolId }],
        r2_buckets: [{ binding: "ATTACHMENTS", bucket_name: attachmentsBucket }],
      }
    : {};

/**
 * Creates the folder from which wrangler deploys the build in `folder`/dist as the site or the Studio. Only the live
 * site has a `spoolId`, the KV namespace for messages that wait for the database, and the bucket for files.
 */
export async function preparePagesFolder(
  folder: string,
  project: "site" | "studio",
  vars: WranglerValues = {},
  spoolId: string | null = null,
): Promise<void> {
  await prepareFolder(folder, {
    name: projectNames[project],
    pages_build_output_dir: "dist",
    compatibility_date: await readCompatibilityDate("wrangler.toml"),
    vars,
    ...bindStores(spoolId),
  });
}

/** Deploys the folder of the site or the Studio to a branch of its Pages project; `main` is the live one. */
export async function deployPages(directory: string, branch: string, account: WranglerValues): Promise<void> {
  const args = ["pages", "deploy", "--branch", branch, "--no-bundle", "--commit-dirty=true"];
  await runWrangler(args, { directory, env: account, timeoutMs: 600_000 });
}

const status = v.object({ versions: v.tupleWithRest([v.object({ version_id: v.string() })], v.unknown()) });

/**
 * Deploys the scheduled Worker, which is beside the build in `dist`, from a new `folder`.
 * @returns its version
 */
export async function deployScheduled(
  folder: string,
  {
    dist,
    vars,
    spoolId,
    account,
  }: { dist: string; vars: WranglerValues; spoolId: string; account: WranglerValues },
): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await cp(scheduledDirectory(dist), folder, { recursive: true });
  await prepareFolder(folder, {
    name: projectNames.scheduled,
    main: "worker.js",
    no_bundle: true,
    compatibility_date: await readCompatibilityDate("functions/operations/scheduled/wrangler.toml"),
    workers_dev: false,
    preview_urls: false,
    triggers: { crons: ["* * * * *"] },
    vars,
    ...bindStores(spoolId),
  });
  const options = { directory: folder, env: account, timeoutMs: 300_000 };
  await runWrangler(["deploy"], options);
  const deploymentStatus = JSON.parse(await runWrangler(["deployments", "status", "--json"], options));
  return v.parse(status, deploymentStatus).versions[0].version_id;
}

/** Deploys an earlier version of the scheduled Worker again, after the smoke test of a new one has failed. */
export async function rollBackScheduled(
  folder: string,
  version: string,
  account: WranglerValues,
): Promise<void> {
  const message = "Rolled back: the site was worse than before.";
  const args = ["versions", "deploy", `${version}@100`, "--yes", "--message", message];
  await runWrangler(args, { directory: folder, env: account });
}

/** Creates the bucket for files, unless the account has it. @throws Error with wrangler's message */
export async function ensureBucket(account: WranglerValues): Promise<void> {
  await runWrangler(["r2", "bucket", "create", attachmentsBucket], { env: account }).catch((error: Error) => {
    if (!/already (?:exists|own)/.test(error.message)) throw error;
  });
}

const namespaces = v.array(v.object({ id: v.string(), title: v.string() }));

/** Returns the id of the KV namespace with this title, and creates it if it is missing. */
export async function ensureNamespace(title: string, account: WranglerValues): Promise<string> {
  const find = async () => {
    const namespaceList = await runWrangler(["kv", "namespace", "list"], { env: account });
    return v.parse(namespaces, JSON.parse(namespaceList)).find((candidate) => candidate.title === title)?.id;
  };
  const existingId = await find();
  if (existingId) return existingId;
  await runWrangler(["kv", "namespace", "create", title], { env: account });
  const createdId = await find();
  if (!createdId) throw new Error(`Cloudflare does not list the namespace ${title} yet.`);
  return createdId;
}
