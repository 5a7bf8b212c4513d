import { realpath } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { createServer, type Plugin, type ViteDevServer } from "vite";
import { compiledMessages } from "#web/build/vite-plugins.ts";
import siteConfig from "#web/vite.config.ts";
import { styleEnvironment } from "./styles.ts";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/**
 * Vite over the sources of the site, and a number for the state that they are in. Its connections to pages come from `sockets`;
 * compiled packages are kept in `directory`.
 */
export async function createVite(
  directory: string,
  sockets: Server,
): Promise<{ vite: ViteDevServer; state: () => number }> {
  const following = followStyles();
  const telling = tellPages();
  const { resolve = {} } = siteConfig;
  const vite = await createServer({
    root,
    resolve,
    configFile: false,
    publicDir: false,
    appType: "custom",
    mode: "development",
    logLevel: "warn",
    clearScreen: false,
    cacheDir: join(directory, "vite"),
    plugins: [
      ...[react(), compiledMessages(), following, telling.plugin],
      vanillaExtractPlugin({
        identifiers: "short",
        unstable_pluginFilter: ({ name }) => name === following.name,
      }),
    ],
    server: {
      middlewareMode: true,
      ws: { server: sockets },
      fs: {
        // The state of the product, with its secrets, lies in the same folder.
        allow: [
          ...["web", "functions", "cms/content", "local/dev", "node_modules"].map((each) => join(root, each)),
          ...[await realpath(join(root, "node_modules")), directory],
        ],
      },
      watch: {
        // An editor may empty a file and then write it, and of two changes within 50 ms only the first would be told: a change is told once
        // the size of the file stays.
        awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 },
        ignored: ["**/.local/**", "**/dist*/**", "**/test-results/**", "**/tests/**", `${directory}/**`],
      },
    },
    environments: { [styleEnvironment]: { consumer: "server" } },
    optimizeDeps: {
      entries: ["web/app/{browser.tsx,loader.ts,form-draft.ts}", "web/preview/preview.ts"],
      exclude: ["@vanilla-extract/css"],
    },
  });
  return { vite, state: telling.state };
}

/**
 * Tells vanilla-extract's compiler of changes before anything else learns of them. It is a Vite of its own: left to its own watcher
 * it would see some changes only after the page has asked for the style.
 */
function followStyles(): Plugin {
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

/**
 * Tells open pages about every change: those in which React does not run yet have no other way to show it. A page says which
 * `state` of the sources it shows, so that it also learns of a change that came while it was loading.
 */
function tellPages(): { plugin: Plugin; state: () => number } {
  let state = 0;
  const plugin: Plugin = {
    name: "tell-pages",
    configureServer({ environments: { client } }) {
      client.hot.on("site:shown", (shown: number, page) => {
        if (shown < state) page.send("site:missed");
      });
    },
    hotUpdate: {
      order: "post",
      handler({ server, modules }) {
        // The renderer's. Every module of the file is known to be old before Vite asks any environment.
        if (this.environment.name !== "ssr") return;
        state += 1;
        server.environments.client.hot.send("site:changed", { rendered: modules.length > 0 });
      },
    },
  };
  return { plugin, state: () => state };
}
