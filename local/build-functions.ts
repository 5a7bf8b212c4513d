import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const wrangler = join(root, "node_modules/wrangler/bin/wrangler.js");

/**
 * Bundles the API for Pages: `_worker.js/` (one ES module and its WebAssembly) and `_routes.json` in `outDirectory`,
 * beside the static site. What is deployed, served locally and tested is this one bundle.
 */
export async function buildFunctions(outDirectory: string): Promise<void> {
  const outputs = [
    ...["--outdir", join(outDirectory, "_worker.js")],
    ...["--output-routes-path", join(outDirectory, "_routes.json")],
  ];
  await mkdir(outDirectory, { recursive: true });
  await promisify(execFile)(
    process.execPath,
    [wrangler, "pages", "functions", "build", "functions", ...outputs],
    {
      cwd: root,
      env: { ...process.env, CLOUDFLARE_CF_FETCH_ENABLED: "false", WRANGLER_SEND_METRICS: "false", CI: "1" },
    },
  );
}
