import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ours = fileURLToPath(new URL("../app/preload.ts", import.meta.url));

/** Puts our own `preload` in the place of the helper that Vite wraps around each import. */
export const preloadHelper = (): Plugin => ({
  name: "preload-helper",
  enforce: "pre",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { preload as __vitePreload } from ${JSON.stringify(ours)};`,
  },
});
