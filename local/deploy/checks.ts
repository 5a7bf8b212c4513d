import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { unstable_generateASSETSBinding as openPagesFiles } from "wrangler";
import { runWrangler } from "#local/cloudflare/wrangler.ts";
import type { Deployment } from "./deployment.ts";
import { checkAnswers } from "./environment.ts";
import { checkLiveKeys } from "./live-keys.ts";
import { preparePagesFolder } from "./wrangler-deployments.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A check that changes nothing. A text that `run` returns is printed. */
export type Check = { name: string; run(deployment: Deployment): Promise<unknown> };

/** Rejects migrations that would lock or break a database in use (squawk), and returns the number of files in words. */
export async function checkMigrations(folder: string): Promise<string> {
  const files = globSync(join(folder, "*.sql")).toSorted();
  const squawk = join(root, "node_modules/squawk-cli/js/bin/squawk");
  try {
    await promisify(execFile)(process.execPath, [squawk, ...files], { cwd: root });
  } catch (error) {
    const { stdout = "", message } = error as Error & { stdout?: string };
    throw new Error(stdout.trim() || message);
  }
  return `${files.length} files`;
}

/**
 * Reads `_headers` and `_redirects` with Pages' own parser. A deployment would drop rules that the parser does not
 * understand.
 */
async function checkFiles(dist: string): Promise<void> {
  const faults: string[] = [];
  const addFault = (message: unknown) => void faults.push(String(message));
  const silent = () => {};
  const log = {
    debug: silent,
    debugWithSanitization: silent,
    log: silent,
    info: silent,
    warn: addFault,
    error: addFault,
  };
  const files = await openPagesFiles({ directory: dist, log: log as never });
  await files(new Request("https://example.com/") as never);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/**
 * Lets wrangler validate the configuration of the site. It gets no account, so a valid configuration fails at the first
 * network call, before anything is deployed.
 */
async function checkConfiguration({ folder }: Deployment): Promise<void> {
  await preparePagesFolder(folder("site"), "site", {}, "0".repeat(32));
  const noAccount = {
    CLOUDFLARE_API_TOKEN: "none",
    CLOUDFLARE_ACCOUNT_ID: "none",
    CLOUDFLARE_API_BASE_URL: "http://localhost:1",
  };
  const wranglerOutput = await runWrangler(["pages", "deploy", "--no-bundle", "--commit-dirty=true"], {
    directory: folder("site"),
    env: noAccount,
  }).catch((error: Error) => error.message);
  if (!/fetch failed|request to the Cloudflare API/.test(wranglerOutput)) throw new Error(wranglerOutput);
}

/** All checks, in order. They run before a deployment changes anything. */
export const checks: readonly Check[] = [
  { name: "environment", run: ({ answers, results, command }) => checkAnswers(answers, results, command) },
  { name: "keys of the live site", run: checkLiveKeys },
  { name: "migrations (squawk)", run: () => checkMigrations(join(root, "migrations")) },
  { name: "content and build, within its budgets", run: (deployment) => deployment.build() },
  { name: "headers and redirects (Pages' own reader)", run: ({ dist }) => checkFiles(dist) },
  { name: "configuration (wrangler)", run: checkConfiguration },
];
