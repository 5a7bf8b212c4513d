import { execFile } from "node:child_process";
import type { Dirent } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");

const bundle = (args: string[]) =>
  promisify(execFile)(process.execPath, [wrangler, ...args], {
    cwd: root,
    env: { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false", CI: "1" },
  });

// Scripts and styles are files and nothing else: no function is asked for them.
const routes = { version: 1, include: ["/*"], exclude: ["/assets/*"] };

/**
 * Bundles the functions for Pages: `_worker.js/` (one ES module and its WebAssembly) and `_routes.json` in `outDirectory`,
 * beside the static site. What is deployed, served locally and tested is this one bundle.
 */
export async function buildFunctions(outDirectory: string): Promise<void> {
  await mkdir(outDirectory, { recursive: true });
  await bundle(["pages", "functions", "build", "functions", "--outdir", join(outDirectory, "_worker.js")]);
  await writeFile(join(outDirectory, "_routes.json"), `${JSON.stringify(routes)}\n`);
}

/** Takes the functions and the scheduled Worker of another build. */
export async function takeFunctions(build: string, outDirectory: string): Promise<void> {
  const worker = "_worker.js";
  const isBundle = (entry: Dirent) => entry.isFile();
  const bundled = (await readdir(join(build, worker), { withFileTypes: true })).filter(isBundle);
  const files = [...bundled.map(({ name }) => join(worker, name)), "_routes.json"];
  await Promise.all([
    ...files.map((file) => copyFile(join(build, file), join(outDirectory, file))),
    cp(scheduledDirectory(build), scheduledDirectory(outDirectory), { recursive: true }),
  ]);
}

/** Where the scheduled Worker goes: beside the site's folder, which is public. */
export const scheduledDirectory = (siteDirectory: string) => `${siteDirectory}-scheduled`;

/** Bundles the scheduled Worker: `worker.js`, one ES module, in `outDirectory`. */
export async function buildScheduled(outDirectory: string): Promise<void> {
  const source = join(root, "functions", "scheduled");
  // wrangler works beside its configuration, where the bundling of the API would come across what it leaves.
  const aside = await mkdtemp(join(tmpdir(), "vitrina-scheduled-"));
  try {
    const configuration = join(aside, "wrangler.toml");
    await copyFile(join(source, "wrangler.toml"), configuration);
    await bundle([
      ...["deploy", join(source, "worker.ts"), "--dry-run"],
      ...["--config", configuration, "--outdir", outDirectory],
    ]);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
