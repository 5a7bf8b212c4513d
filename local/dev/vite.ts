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
 * Starts Vite on the sources of the site, with the WebSockets of `sockets` and compiled packages in `directory`.
 * `state` counts the changes of the sources, by which an open page detects that it missed one.
 */
export async function createVite(
  directory: string,
  sockets: Server,
): Promise<{ vite: ViteDevServer; state: () => number }> {
  const styleFollower = followStyles();
  const pageReporter = reportToPages();
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
      ...[react(), compiledMessages(), styleFollower, pageReporter.plugin],
      vanillaExtractPlugin({
        identifiers: "short",
        // The style compiler runs a Vite of its own, which gets only this plugin.
        unstable_pluginFilter: ({ name }) => name === styleFollower.name,
      }),
    ],
    server: {
      middlewareMode: true,
      ws: { server: sockets },
      fs: {
        // Not all of `root`: its folder `.local` has the product's state, with secrets.
        allow: [
          ...["web", "functions", "cms/content", "local/dev", "node_modules"].map((folder) =>
            join(root, folder),
          ),
          ...[await realpath(join(root, "node_modules")), directory],
        ],
      },
      watch: {
        // An editor may empty a file before it writes it, and the watcher reports only the first of two changes within
        // 50 ms. So a change is reported once the size of the file is stable.
        awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 },
        ignored: ["**/.local/**", "**/dist*/**", "**/test-results/**", "**/tests/**", `${directory}/**`],
      },
    },
    environments: { [styleEnvironment]: { consumer: "server" } },
    optimizeDeps: {
      entries: ["web/app/{browser.tsx,loader.ts}", "web/preview/preview.ts"],
      exclude: ["@vanilla-extract/css"],
    },
  });
  return { vite, state: pageReporter.state };
}

/**
 * Reports changes to vanilla-extract's compiler before any other plugin. The compiler is a separate Vite, whose own
 * watcher would report some changes only after the page has requested the style.
 */
function followStyles(): Plugin {
  let compiler: ViteDevServer | undefined;
  return {
    name: "follow-styles",
    // Both servers use this plugin. The compiler's server is the one without hot updates.
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
        // Lets the compiler handle the change before the other plugins do.
        await turn();
      },
    },
  };
}

/**
 * Reports every change to open pages, because a page that is not hydrated cannot show it otherwise. A page sends the
 * `state` of the sources that it shows, so it also learns of a change that arrived while it was loading.
 */
function reportToPages(): { plugin: Plugin; state: () => number } {
  let state = 0;
  const plugin: Plugin = {
    name: "tell-pages",
    configureServer({ environments: { client } }) {
      client.hot.on("site:shown", (shownState: number, page) => {
        if (shownState < state) page.send("site:missed");
      });
    },
    hotUpdate: {
      order: "post",
      handler({ server, modules }) {
        // The renderer's environment. Vite invalidates every module of the file before it calls any environment.
        if (this.environment.name !== "ssr") return;
        state += 1;
        server.environments.client.hot.send("site:changed", { rendered: modules.length > 0 });
      },
    },
  };
  return { plugin, state: () => state };
}
