import { availableParallelism } from "node:os";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { compiledMessages } from "#web/build/vite-plugins.ts";
import { browserEnvironment, browserFlags, locateBrowser } from "./tests/support/browser.ts";
import { keepTemporaryFilesInMemory } from "./tests/support/memory-folder.ts";

keepTemporaryFilesInMemory();

// Miniflare hands each certificate of this file to every workerd, a tenth of a second for each start. The tests call no
// host but this machine.
delete process.env.NODE_EXTRA_CA_CERTS;

const node = {
  // Long enough that only a hang fails on a machine that is busy with something else. The exhaustive runs take longer.
  testTimeout: process.env.INPUTS ? 1_800_000 : 180_000,
  expect: { poll: { timeout: 60_000 } },
  // The first file of a fresh clone builds the site, which encodes every picture.
  hookTimeout: 240_000,
  // Modules stay loaded from file to file: the Studio's schema alone takes seconds to import.
  isolate: false,
  setupFiles: ["tests/support/leave-nothing.ts"],
};

const executablePath = locateBrowser();

const isProduction = process.env.NODE_ENV === "production";

declare module "vitest" {
  interface ProvidedContext {
    /** Random actions in a row. */
    randomSteps: number;
    /** Whether the gate runs, which takes a part of the cases of some rules. */
    isGate: boolean;
  }
}

export default defineConfig({
  test: {
    silent: "passed-only",
    // One more than there are cores: a file often waits for another process.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          ...node,
          name: "unit",
          include: ["tests/{unit,runner}/**/*.test.{ts,tsx}", "tests/database/structure.test.ts"],
        },
      },
      {
        plugins: [react(), vanillaExtractPlugin(), compiledMessages()],
        // The gate sets NODE_ENV: React as visitors get it takes three quarters of the time of its development build.
        define: { "process.env.NODE_ENV": JSON.stringify(isProduction ? "production" : "development") },
        // A dependency that Vite finds later reloads the running test.
        optimizeDeps: {
          include: [
            ...[
              "react-dom/client",
              "react-router-dom",
              "react-intl",
              "@tanstack/react-query",
              "@supabase/auth-js",
            ],
            ...[
              "valibot",
              "hono",
              "hono/factory",
              "@hono/standard-validator",
              "jose",
              "libphonenumber-js/min",
            ],
            ...["groq", "groq-js", "@zxcvbn-ts/language-common", "axe-core"],
          ],
        },
        test: {
          name: "component",
          include: ["tests/component/**/*.test.tsx"],
          // A browser takes a second for some steps of a keyboard on a busy machine. `test:all` takes more of them.
          provide: { randomSteps: process.env.INPUTS ? 100 : 12, isGate: Boolean(process.env.GATE) },
          testTimeout: 60_000,
          // Long enough for a machine that is busy with something else; a passing test never waits so long.
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(executablePath && { executablePath }),
                args: browserFlags,
                env: browserEnvironment,
              },
              // Clicks wait until an element stands still.
              contextOptions: { locale: "es-CR", reducedMotion: "reduce" },
              actionTimeout: 10_000,
            }),
            instances: [{ browser: "chromium", viewport: { width: 1280, height: 800 } }],
          },
        },
      },
      { test: { ...node, name: "edge", include: ["tests/edge/**/*.test.ts"] } },
      {
        test: {
          ...node,
          name: "database",
          include: ["tests/database/**/*.test.ts"],
          exclude: ["tests/database/structure.test.ts"],
        },
      },
      { test: { ...node, name: "other-browsers", include: ["tests/other-browsers/**/*.test.ts"] } },
      {
        test: {
          ...node,
          name: "local",
          include: ["tests/{local,build}/**/*.test.ts"],
        },
      },
      { test: { ...node, name: "drills", include: ["tests/drills/**/*.test.ts"] } },
    ],
  },
});
