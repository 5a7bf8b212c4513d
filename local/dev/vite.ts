import { realpath } from "node:fs/promises";
import type { Server } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { createServer, type ViteDevServer } from "vite";
import { compiledMessages } from "#web/build/vite-plugins.ts";
import siteConfig from "#web/vite.config.ts";
import { followStyles } from "./follow-styles.ts";
import { styleEnvironment } from "./styles.ts";
import { tellPages } from "./tell-pages.ts";

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
    ...{ root, resolve, configFile: false, publicDir: false, appType: "custom", mode: "development" },
    ...{ logLevel: "warn", clearScreen: false, cacheDir: join(directory, "vite") },
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
