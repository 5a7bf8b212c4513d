import { fileURLToPath } from "node:url";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import type { InlineConfig } from "vite";
import { compiledMessages, preloadHelper } from "./build/vite-plugins.ts";
import { baseStyles } from "./render/page-sources.ts";

/** The bundler configuration of the site. `build/bundle.ts` uses it for the browser and for the renderer. */
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
    // The oldest browsers that support the CSS in use, above all light-dark().
    target: ["chrome123", "firefox125", "safari17.5"],
    assetsInlineLimit: 0,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A shared stylesheet has the styles of every page: each inlined stylesheet costs a hash in the policy.
        codeSplitting: { groups: [{ name: "base", test: baseStyles }] },
      },
    },
  },
};
export default config;
