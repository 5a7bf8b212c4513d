import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A module of the bundler's output: its file and its sources, with the code that remains of each. */
export type Chunk = {
  fileName: string;
  code: string;
  isEntry: boolean;
  /** Modules that are evaluated before it. */
  imports: string[];
  moduleIds: string[];
  modules: Record<string, { code: string | null }>;
};

type Bundling = {
  /** Source files of the modules, by module name. */
  input: Record<string, string>;
  plugins: Plugin[];
  /** Whether the modules are deployed, and therefore minified. */
  isDeployed: boolean;
  /** Whether dynamic imports stay in the module that imports them. */
  inOne?: boolean;
};

/**
 * Bundles ES modules for workerd, which runs the edge and the scheduled Worker. A dynamic import becomes a separate
 * module, which workerd evaluates on demand, unless `inOne` is set.
 * @throws Error with the faults of the sources
 */
export async function bundleModules({ input, plugins, isDeployed, inOne }: Bundling): Promise<Chunk[]> {
  const mode = isDeployed ? "production" : "development";
  const buildResult = await build({
    root,
    configFile: false,
    publicDir: false,
    mode,
    logLevel: "silent",
    plugins,
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    // RxJS has smaller modules for `es2015`.
    ssr: {
      noExternal: true,
      target: "webworker",
      resolve: { conditions: ["workerd", "worker", "browser", "es2015"] },
    },
    build: {
      ssr: true,
      write: false,
      minify: isDeployed,
      target: "esnext",
      rolldownOptions: {
        input,
        // Omits unused values even if their initializer reads a property.
        treeshake: { propertyReadSideEffects: false },
        output: {
          codeSplitting: !inOne,
          keepNames: true,
          entryFileNames: "[name].js",
          chunkFileNames: "chunk-[hash].js",
        },
      },
    },
  });
  const [result] = [buildResult].flat();
  if (!result || !("output" in result)) throw new Error("The bundler returned no output.");
  return result.output.filter((output) => output.type === "chunk");
}

type LinkedModule = Pick<Chunk, "fileName" | "isEntry" | "imports">;

/** Returns the modules that workerd evaluates at start-up, before the first request. They have their own budget. */
export function listStartModules<Module extends LinkedModule>(chunks: readonly Module[]): Module[] {
  const names = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // Iterating a set includes members that are added meanwhile.
  for (const name of names) {
    for (const importedName of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
      names.add(importedName);
  }
  return chunks.filter(({ fileName }) => names.has(fileName));
}

/** Leaves WebAssembly to workerd, as wrangler does. Adds its files to `wasm`, by module name. */
export const externalWasm = (wasm: Map<string, string>): Plugin => ({
  name: "wasm-apart",
  enforce: "pre",
  resolveId: {
    filter: { id: /\.wasm$/ },
    async handler(source, importer) {
      const file = await this.resolve(source, importer, { skipSelf: true });
      if (!file) return null;
      wasm.set(basename(file.id), file.id);
      return { id: `./${basename(file.id)}`, external: true };
    },
  },
});

/**
 * Marks calls in Neon's driver as free of side effects. The minified driver builds everything at once, including its
 * WebSocket half. The functions call it over HTTP, so the bundler can now omit that half.
 */
export const httpDriver: Plugin = {
  name: "http-driver",
  transform: {
    filter: { id: /\/@neondatabase\/serverless\/index\.mjs$/ },
    handler: (code) => markPure(code),
  },
};

// Helpers without side effects: a CommonJS module, a lazily read module, the conversion of one to the other, and the
// name of a function.
const helperPatterns = [
  /\bvar ([\w$]+)=\(r,e\)=>\(\)=>\{try\{return e\|\|r\(\(e=\{exports:/,
  /\bvar ([\w$]+)=\(r,e,t\)=>\(\)=>\{if\(t\)throw t\[0\]/,
  /\bvar ([\w$]+)=\(r,e,t\)=>\(t=r!=null\?/,
  /\bvar ([\w$]+)=\(r,e\)=>[\w$]+\(r,"name",/,
];

/**
 * Marks the calls of the helpers that a bundler added to Neon's driver as pure, so that our bundler may omit the
 * driver's unused modules.
 * @throws Error if a helper does not have the expected form, as after an update of the driver
 */
export function markPure(code: string): string {
  const names = helperPatterns.map((pattern) => {
    const [, name] = pattern.exec(code) ?? [];
    if (!name) throw new Error(`Neon's driver is written in another way: nothing in it is ${pattern}.`);
    return name.replaceAll("$", "\\$");
  });
  const toModule = names[2];
  // The argument of a conversion is a call too: it evaluates the converted module.
  return code
    .replace(new RegExp(`(?<![\\w$.])(?:${names.join("|")})\\(`, "g"), "/*@__PURE__*/$&")
    .replace(new RegExp(`(?<![\\w$.])(${toModule}\\()([\\w$]+\\(\\))`, "g"), "$1/*@__PURE__*/$2");
}
