import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    include: ["tests/{web,functions,cms,migrations,local,structure,runner,bench}/**/*.test.{ts,tsx}"],
    // So much that only what does not come at all is missed on a machine that does three things at a time.
    testTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    // The first of a fresh clone makes all pictures of the site, beside two others that start.
    hookTimeout: 240_000,
    // What is imported stays from file to file: the Studio's schema alone takes seconds.
    isolate: false,
    setupFiles: [fileURLToPath(new URL("support/leave-nothing.ts", import.meta.url))],
    silent: "passed-only",
    // One more than there are cores: much of the time a file waits, for a process, a mail or a second to pass.
    maxWorkers: availableParallelism() + 1,
  },
});
