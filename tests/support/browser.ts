import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const known = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const find = () => [...known, chromium.executablePath()].find((path) => path && existsSync(path));

function attempt(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 300_000 });
  } catch {
    // Whether it worked is seen by looking for the browser again.
  }
}

/**
 * The path of a Chromium, installed where there is none: from Playwright's own source, or from Debian's.
 * @throws Error with one sentence when none could be had.
 */
export function findBrowser(): string {
  const there = find();
  if (there) return there;
  process.stdout.write("No Chromium here: installing one …\n");
  attempt(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  if (!find() && process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    attempt("apt-get", ["update"]);
    attempt("apt-get", ["install", "--yes", "--no-install-recommends", "chromium"]);
  }
  const installed = find();
  if (installed) return installed;
  throw new Error("The browser tests need Chromium: install it, or name one with CHROMIUM_PATH=…");
}

/** Flags that keep Chromium from calling home and let it run as root in a container. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
