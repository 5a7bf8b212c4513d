import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
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
  const own = await bundle({ worker: entryId }, [entry(source), packagesApart(packages), wasmApart(wasm)]);
  const shared = await bundlePackages(packages, wasm);
  const compiled = [...wasm].map(async ([path, file]) => {
    return { type: "CompiledWasm" as const, path, contents: await readFile(file) };
  });
  return {
    modules: [...own.map(asModule), ...shared.map(asModule), ...(await Promise.all(compiled))],
    files: own.flatMap(({ moduleIds }) => moduleIds),
  };
}

type Chunk = { fileName: string; code: string; moduleIds: string[] };
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
  for (const [path, file] of known.wasm) wasm.set(path, file);
  return chunks;
}

function startBundling(packages: Map<string, string>) {
  const wasm = new Map<string, string>();
  return { chunks: bundle(Object.fromEntries(packages), [wasmApart(wasm)]), wasm };
}

async function bundle(input: Record<string, string>, plugins: Plugin[]): Promise<Chunk[]> {
  const built = await build({
    ...{ root, configFile: false, publicDir: false, mode: "development", logLevel: "silent", plugins },
    ssr: { noExternal: true, target: "webworker" },
    resolve: { conditions: ["workerd", "worker", "browser"] },
    build: {
      ...{ ssr: true, write: false, minify: false, target: "esnext" },
      rolldownOptions: {
        input,
        output: { entryFileNames: "[name].js", chunkFileNames: "chunk-[hash].js" },
      },
    },
  });
  const [result] = [built].flat();
  if (!result || !("output" in result)) throw new Error("The bundler answered with nothing.");
  return result.output.filter((each) => each.type === "chunk");
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

/** Leaves WebAssembly to workerd, as wrangler does. */
const wasmApart = (wasm: Map<string, string>): Plugin => ({
  name: "wasm-apart",
  enforce: "pre",
  resolveId: {
    filter: { id: /\.wasm$/ },
    async handler(source, importer) {
      const file = await this.resolve(source, importer, { skipSelf: true });
      if (!file) return null;
      wasm.set(`/${basename(file.id)}`, file.id);
      return { id: `./${basename(file.id)}`, external: true };
    },
  },
});
