import { setImmediate as turn } from "node:timers/promises";
import type { Plugin, ViteDevServer } from "vite";

/**
 * Tells vanilla-extract's compiler of changes before anything else learns of them. It is a Vite of its own: left to its own watcher
 * it would see some changes only after the page has asked for the style.
 */
export function followStyles(): Plugin {
  let compiler: ViteDevServer | undefined;
  return {
    name: "follow-styles",
    // Used by both: the compiler's is the one without hot updates.
    config(config) {
      if (config.server?.hmr === false) Object.assign(config.server, { watch: null, ws: false });
    },
    configureServer(server) {
      if (server.config.server.hmr === false) compiler = server;
    },
    hotUpdate: {
      order: "pre",
      async handler({ file }) {
        if (this.environment.name !== "client") return;
        compiler?.watcher.emit("change", file);
        await turn();
      },
    },
  };
}
