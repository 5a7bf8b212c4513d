import { defineConfig } from "@playwright/test";
import { browserEnvironment, browserFlags, findBrowser } from "./tests/support/browser.ts";

export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "*.spec.ts",
  outputDir: "test-results/journeys",
  globalSetup: "./tests/support/start-for-journeys.ts",
  fullyParallel: true,
  workers: 2,
  // So much that only what does not come at all is missed on a busy machine.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  use: {
    launchOptions: { executablePath: findBrowser(), args: browserFlags, env: browserEnvironment },
    locale: "es-CR",
    screenshot: "only-on-failure",
    // Without the page at each step, which takes a sixth of the time: a journey that is named keeps that, too.
    trace: { mode: "retain-on-failure", snapshots: false, screenshots: false, sources: false },
  },
});
