import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";
import { bundleModules, type Chunk, wasmApart } from "#local/build/worker-modules.ts";

const entryId = "virtual:worker";

/** A module of a Worker, as workerd takes it. */
type WorkerModule = { type: "ESModule" | "CompiledWasm"; path: string; contents: string | Uint8Array };

/**
 * Bundles a Worker, given as the module that its entry's source would be: `modules`, the entry first, and the `files` of ours
 * that they are made of. Packages are bundled once, beside it: they are most of it, and do not change.
 * @throws what is wrong with its sources
 */
export async function bundleWorker(source: string): Promise<{ modules: WorkerModule[]; files: string[] }> {
  const packages = new Map<string, string>();
  const wasm = new Map<string, string>();
  const own = await bundleModules({
    input: { worker: entryId },
    plugins: [entry(source), packagesApart(packages), wasmApart(wasm)],
    isDeployed: false,
  });
  const shared = await bundlePackages(packages, wasm);
  const compiled = [...wasm].map(async ([name, file]) => {
    return { type: "CompiledWasm" as const, path: `/${name}`, contents: await readFile(file) };
  });
  return {
    modules: [...own.map(asModule), ...shared.map(asModule), ...(await Promise.all(compiled))],
    files: own.flatMap(({ moduleIds }) => moduleIds),
  };
}

const asModule = ({ fileName, code }: Chunk): WorkerModule => ({
  type: "ESModule",
  path: `/${fileName}`,
  contents: code,
});

const bundled = new Map<string, { chunks: Promise<Chunk[]>; wasm: Map<string, string> }>();

async function bundlePackages(packages: Map<string, string>, wasm: Map<string, string>): Promise<Chunk[]> {
  const key = [...packages.values()].sort().join(" ");
  const known = bundled.get(key) ?? startBundling(packages);
  bundled.set(key, known);
  const chunks = await known.chunks;
  for (const [name, file] of known.wasm) wasm.set(name, file);
  return chunks;
}

function startBundling(packages: Map<string, string>) {
  const wasm = new Map<string, string>();
  const input = Object.fromEntries(packages);
  return { chunks: bundleModules({ input, plugins: [wasmApart(wasm)], isDeployed: false }), wasm };
}

const entry = (source: string): Plugin => ({
  name: "worker-entry",
  resolveId: (id) => (id === entryId ? id : null),
  load: (id) => (id === entryId ? source : null),
});

/** Leaves packages out, and notes the name of the module in which each will be. */
const packagesApart = (packages: Map<string, string>): Plugin => ({
  name: "packages-apart",
  enforce: "pre",
  resolveId: {
    filter: { id: /^@?[a-z][^:]*$/ },
    handler(id, importer) {
      if (!importer || id.endsWith(".wasm")) return null;
      const name = id.replaceAll(/[^\w-]/g, "_");
      packages.set(name, id);
      return { id: `./${name}.js`, external: true };
    },
  },
});
