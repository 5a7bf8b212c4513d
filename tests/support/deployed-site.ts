import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Miniflare } from "miniflare";
import { unstable_generateASSETSBinding as openPagesFiles } from "wrangler";
import type { PagesDeployment } from "./cloudflare/pages.ts";

const silent = () => {};
const log = {
  debug: silent,
  debugWithSanitization: silent,
  log: silent,
  info: silent,
  warn: silent,
  error: silent,
};

/** Runs a Pages deployment in workerd: its modules, variables, secrets and uploaded files, and nothing else. */
async function runDeployment(deployment: PagesDeployment, folder: string): Promise<Miniflare> {
  const { worker, secrets, files, rules } = deployment;
  if (!worker) throw new Error("There is no Worker in this deployment.");
  const writeBytes = async (path: string, bytes: Uint8Array | string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  };
  const [directory, modulesRoot] = [join(folder, "files"), join(folder, "modules")];
  for (const [path, bytes] of files) await writeBytes(join(directory, path), bytes);
  for (const [name, text] of Object.entries(rules)) if (text) await writeBytes(join(directory, name), text);
  for (const [name, { bytes }] of worker.modules) await writeBytes(join(modulesRoot, name), bytes);
  const assets = await openPagesFiles({ directory, log: log as never });
  const names = [...worker.modules.keys()].sort(
    (a, b) => Number(b === worker.main) - Number(a === worker.main),
  );
  const miniflare = new Miniflare({
    cf: false,
    modulesRoot,
    compatibilityDate: worker.compatibilityDate,
    modules: names.map((name) => ({
      type: worker.modules.get(name)?.type === "application/wasm" ? "CompiledWasm" : "ESModule",
      path: join(modulesRoot, name),
    })),
    bindings: { ...worker.variables, ...secrets },
    kvNamespaces: worker.namespaces,
    r2Buckets: worker.buckets,
    serviceBindings: { ASSETS: assets as never },
    handleRuntimeStdio(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream) {
      for (const stream of [stdout, stderr]) stream.resume();
    },
  });
  await miniflare.ready;
  return miniflare;
}

/**
 * Creates a client of the deployment that is live at the Cloudflare stand-in. It requests the site's own address, from
 * the IP address `client`.
 */
export async function openDeployed(live: () => PagesDeployment | null, client = () => "198.51.100.1") {
  const folder = await mkdtemp(join(tmpdir(), "vitrina-deployed-"));
  const instances = new Map<string, Promise<Miniflare>>();
  return {
    async fetch(address: string, init: RequestInit = {}): Promise<Response> {
      const deployment = live();
      if (!deployment) throw new TypeError("fetch failed");
      const pendingMiniflare =
        instances.get(deployment.id) ?? runDeployment(deployment, join(folder, deployment.id));
      instances.set(deployment.id, pendingMiniflare);
      const { signal: _, ...requestInit } = init;
      const request = {
        ...requestInit,
        headers: [...new Headers(init.headers), ["CF-Connecting-IP", client()]],
      };
      const response = await (await pendingMiniflare).dispatchFetch(address, request as never);
      const body = await response.arrayBuffer();
      const { status, headers } = response;
      return new Response([204, 304].includes(status) ? null : body, { status, headers: [...headers] });
    },
    async close() {
      await Promise.all(
        [...instances.values()].map(async (pendingMiniflare) => (await pendingMiniflare).dispose()),
      );
      await rm(folder, { recursive: true, force: true });
    },
  };
}
