import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A module that the bundler has made: its file, and the sources in it with what of each was kept. */
export type Chunk = {
  fileName: string;
  code: string;
  isEntry: boolean;
  /** The modules that are evaluated before it. */
  imports: string[];
  moduleIds: string[];
  modules: Record<string, { code: string | null }>;
};

type Bundling = {
  /** The sources of the modules to be made, by their names. */
  input: Record<string, string>;
  plugins: Plugin[];
  /** Whether they are deployed: small, rather than quickly made. */
  isDeployed: boolean;
  /** Whether also what is imported dynamically stays in the module that asks for it. */
  inOne?: boolean;
};

/**
 * Bundles ES modules for workerd. What is imported dynamically becomes a module of its own, which is evaluated when it is asked for, unless all is to be in one.
 * @throws what is wrong with the sources
 */
export async function bundleModules({ input, plugins, isDeployed, inOne }: Bundling): Promise<Chunk[]> {
  const mode = isDeployed ? "production" : "development";
  const built = await build({
    root,
    configFile: false,
    publicDir: false,
    mode,
    logLevel: "silent",
    plugins,
    define: { "process.env.NODE_ENV": JSON.stringify(mode) },
    ssr: { noExternal: true, target: "webworker" },
    resolve: { conditions: ["workerd", "worker", "browser"] },
    build: {
      ssr: true,
      write: false,
      minify: isDeployed,
      target: "esnext",
      rolldownOptions: {
        input,
        // What nothing is done with is left out, although it reads a property of something.
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
  const [result] = [built].flat();
  if (!result || !("output" in result)) throw new Error("The bundler answered with nothing.");
  return result.output.filter((each) => each.type === "chunk");
}

type Linked = Pick<Chunk, "fileName" | "isEntry" | "imports">;

/** The modules that are evaluated as soon as the first is read, before anything has been asked of it. */
export function evaluatedAtStart<Each extends Linked>(chunks: readonly Each[]): Each[] {
  const names = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  // A set also goes through what is added to it meanwhile.
  for (const name of names) {
    for (const next of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) names.add(next);
  }
  return chunks.filter(({ fileName }) => names.has(fileName));
}

/** Leaves WebAssembly to workerd, as wrangler does; `wasm` gets the files, by the names of their modules. */
export const wasmApart = (wasm: Map<string, string>): Plugin => ({
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
 * Tells the bundler what of Neon's driver has no effect of its own. The driver is one small-written file in which everything is built at
 * once, also the half that speaks to databases over WebSockets; so marked, what the functions do not use of it is left out: their calls go over HTTP.
 */
export const httpDriver: Plugin = {
  name: "http-driver",
  transform: {
    filter: { id: /\/@neondatabase\/serverless\/index\.mjs$/ },
    handler: (code) => markPure(code),
  },
};

// What only builds: a module of CommonJS, one of its own that is read later, the view of one as the other, and a function's name.
const builders = [
  /\bvar ([\w$]+)=\(r,e\)=>\(\)=>\{try\{return e\|\|r\(\(e=\{exports:/,
  /\bvar ([\w$]+)=\(r,e,t\)=>\(\)=>\{if\(t\)throw t\[0\]/,
  /\bvar ([\w$]+)=\(r,e,t\)=>\(t=r!=null\?/,
  /\bvar ([\w$]+)=\(r,e\)=>[\w$]+\(r,"name",/,
];

/** @throws Error for a driver that is written in another way */
export function markPure(code: string): string {
  const names = builders.map((builder) => {
    const [, name] = builder.exec(code) ?? [];
    if (!name) throw new Error(`Neon's driver is written in another way: nothing in it is ${builder}.`);
    return name.replaceAll("$", "\\$");
  });
  const toModule = names[2];
  return code
    .replace(new RegExp(`(?<![\\w$.])(?:${names.join("|")})\\(`, "g"), "/*@__PURE__*/$&")
    .replace(new RegExp(`(?<![\\w$.])(${toModule}\\()([\\w$]+\\(\\))`, "g"), "$1/*@__PURE__*/$2");
}
