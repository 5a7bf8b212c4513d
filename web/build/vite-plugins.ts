import { fileURLToPath } from "node:url";
import { parse } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";
import { isPlain } from "#web/language/message-id.ts";

/** Compiles the interface messages, so that the browser does not need their parser. */
export function compiledMessages(): Plugin {
  return {
    name: "compiled-messages",
    enforce: "pre",
    transform: {
      filter: { id: /\/language\/messages\/.+\.json$/ },
      handler: (source) => ({ code: JSON.stringify(compile(JSON.parse(source))), map: null }),
    },
  };
}

const compile = (messages: Record<string, string>) =>
  Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, isPlain(text) ? text : parse(text)]));

const preloadPath = fileURLToPath(new URL("../app/preload.ts", import.meta.url));

/** Replaces Vite's helper for dynamic imports with `preload`, which is smaller and loads the one stylesheet of all files. */
export const preloadHelper = (): Plugin => ({
  name: "preload-helper",
  enforce: "pre",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { preload as __vitePreload } from ${JSON.stringify(preloadPath)};`,
  },
});

/** Replaces modules that a bundle never runs with empty ones. `specifier` matches their import specifiers. */
export function omitModules(specifier: RegExp): Plugin {
  const id = "\0left-out.cjs";
  return {
    name: "left-out",
    enforce: "pre",
    resolveId: { filter: { id: specifier }, handler: () => ({ id, moduleSideEffects: false }) },
    load: { filter: { id: new RegExp(`^${id}$`) }, handler: () => "module.exports = {};" },
  };
}
