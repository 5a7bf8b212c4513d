import { readFile } from "node:fs/promises";
import { moduleRunnerTransform, type Plugin } from "vite";
import { bundleModules, type Chunk, externalWasm } from "#web/build/workers/worker-modules.ts";

const entryId = "virtual:worker";

/** A module of a Worker for workerd. */
export type WorkerModule = { type: "ESModule" | "CompiledWasm"; path: string; contents: string | Uint8Array };

/** The packages of a Worker: their modules, and the specifiers by which its script imports them. */
export type Packages = { names: string[]; modules: WorkerModule[] };

/**
 * Bundles a Worker whose entry module has this source. Returns a `script` of our own code in the form of Vite's module
 * runner, its source `files`, and the packages that it imports. Packages are bundled once, because they are most of the
 * code and do not change; the same packages are the same object.
 * @throws Error with the faults of the sources
 */
export async function bundleWorker(source: string): Promise<{
  script: string;
  files: string[];
  packages: Packages;
}> {
  const packages = new Map<string, string>();
  const wasm = new Map<string, string>();
  const [ownChunk] = await bundleModules({
    input: { worker: entryId },
    plugins: [virtualEntry(source), externalPackages(packages), externalWasm(wasm)],
    isDeployed: false,
    inOne: true,
  });
  const runnerCode = ownChunk && (await moduleRunnerTransform(ownChunk.code, null, entryId, ownChunk.code));
  if (!runnerCode) throw new Error("The bundler returned no script.");
  return { script: runnerCode.code, files: ownChunk.moduleIds, packages: await getPackages(packages, wasm) };
}

const bundledPackages = new Map<string, Promise<Packages>>();

/**
 * Bundles packages, or returns the earlier bundle of the same packages. They are most of a Worker's code, so a change
 * of own code is bundled faster.
 */
function getPackages(packages: Map<string, string>, wasm: Map<string, string>): Promise<Packages> {
  const key = [...packages.values(), ...wasm.values()].sort().join(" ");
  const packagesPromise = bundledPackages.get(key) ?? bundlePackages(packages, wasm);
  bundledPackages.set(key, packagesPromise);
  // A missing package may be installed by the next call.
  packagesPromise.catch(() => bundledPackages.delete(key));
  return packagesPromise;
}

/**
 * Bundles packages, and the WebAssembly that they or our own code import. `names` lists only what our own script
 * imports directly, so it leaves out the WebAssembly of packages.
 */
async function bundlePackages(
  packages: Map<string, string>,
  ownWasm: Map<string, string>,
): Promise<Packages> {
  const wasm = new Map(ownWasm);
  const input = Object.fromEntries(packages);
  const chunks = await bundleModules({ input, plugins: [externalWasm(wasm)], isDeployed: false });
  const wasmModules = [...wasm].map(async ([name, file]) => {
    return { type: "CompiledWasm" as const, path: `/${name}`, contents: await readFile(file) };
  });
  return {
    names: [
      ...[...packages.keys()].map((name) => `./${name}.js`),
      ...[...ownWasm.keys()].map((name) => `./${name}`),
    ],
    modules: [...chunks.map(toModule), ...(await Promise.all(wasmModules))],
  };
}

const toModule = ({ fileName, code }: Chunk): WorkerModule => ({
  type: "ESModule",
  path: `/${fileName}`,
  contents: code,
});

/** Provides `source` as the entry module of a bundle, without a file on disk. */
const virtualEntry = (source: string): Plugin => ({
  name: "worker-entry",
  resolveId: (id) => (id === entryId ? id : null),
  load: (id) => (id === entryId ? source : null),
});

/**
 * Leaves npm packages out of a Worker's script, and records them in `packages` by module name. A change of our own code
 * then does not bundle them again.
 */
const externalPackages = (packages: Map<string, string>): Plugin => ({
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
