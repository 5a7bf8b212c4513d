import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";

// Chromium without a desktop: it does the same in half to three quarters of the time.
const shell = "/usr/bin/chromium-headless-shell";
const desktop = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const known = [shell, ...desktop];

/** The path of an installed Chromium, or undefined. */
export const locateBrowser = () =>
  [process.env.CHROMIUM_PATH, ...known, chromium.executablePath()].find((path) => path && existsSync(path));

function attempt(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 300_000 });
  } catch {
    // Whether it worked is seen by looking for the browser again.
  }
}

function installFromDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stdout.write(`Installing ${name} …\n`);
  attempt("apt-get", ["update"]);
  attempt("apt-get", ["install", "--yes", "--no-install-recommends", name]);
}

/**
 * The path of a Chromium, installed where there is none: from Playwright's own source, or from Debian's. A machine of the
 * pipeline gets the one that is quicker in any case.
 * @throws Error with one sentence when none could be had.
 */
export function findBrowser(): string {
  if (process.env.CI && !process.env.CHROMIUM_PATH && !existsSync(shell)) {
    installFromDebian("chromium-headless-shell");
  }
  if (!locateBrowser()) {
    process.stdout.write("No Chromium here: installing one …\n");
    attempt(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  }
  for (const name of ["chromium-headless-shell", "chromium"]) if (!locateBrowser()) installFromDebian(name);
  const there = locateBrowser();
  if (!there) {
    throw new Error("The browser tests need Chromium: install it, or name one with CHROMIUM_PATH=…");
  }
  // The runner's own processes read this file again, and need not look again.
  process.env.CHROMIUM_PATH = there;
  return there;
}

/**
 * The path of a Chromium as a desktop has it, which prepares pages and keeps those that are left: the one without a desktop does neither.
 * @throws Error with one sentence when none could be had.
 */
export function findDesktopBrowser(): string {
  const find = () =>
    [process.env.CHROMIUM_PATH, ...desktop].find((path) => path && path !== shell && existsSync(path));
  if (!find()) installFromDebian("chromium");
  const there = find();
  if (!there)
    throw new Error("This needs a Chromium with a desktop: install it, or name one with CHROMIUM_PATH=…");
  return there;
}

/** Flags that keep Chromium from calling home and let it run as root in a container. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** An environment in which Chromium knows the fonts of `fonts.conf` and no others. */
export const browserEnvironment = {
  ...process.env,
  FONTCONFIG_FILE: fileURLToPath(new URL("fonts.conf", import.meta.url)),
};
