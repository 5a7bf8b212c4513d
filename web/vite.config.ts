import { fileURLToPath } from "node:url";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import type { InlineConfig } from "vite";
import { baseStyles } from "./build/page-styles.ts";
import { compiledMessages, preloadHelper } from "./build/vite-plugins.ts";

/** How the site is bundled; `build.ts` runs it once for the browser and once for prerendering. */
const config: InlineConfig = {
  root: fileURLToPath(new URL("..", import.meta.url)),
  configFile: false,
  publicDir: false,
  logLevel: "warn",
  mode: "production",
  define: { "process.env.NODE_ENV": '"production"' },
  plugins: [preloadHelper(), react(), vanillaExtractPlugin({ identifiers: "short" }), compiledMessages()],
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: "@formatjs/icu-messageformat-parser/no-parser.js",
      },
    ],
  },
  build: {
    // What the styles are written with, light-dark() above all, is in these.
    target: ["chrome123", "firefox125", "safari17.5"],
    assetsInlineLimit: 0,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // One stylesheet for what every page has: each inlined stylesheet costs a hash in the policy.
        codeSplitting: { groups: [{ name: "base", test: baseStyles }] },
      },
    },
  },
};
export default config;
