import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type LaunchOptions } from "@playwright/test";

// Headless Chromium does the same work in half to three quarters of the desktop build's time.
const headlessPath = "/usr/bin/chromium-headless-shell";
const knownPaths = [
  headlessPath,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns the path of an installed Chromium, or undefined. */
export const locateBrowser = () =>
  [process.env.CHROMIUM_PATH, ...knownPaths, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  );

function tryCommand(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: "ignore", timeout: 300_000 });
  } catch {
    // The next search for the browser shows whether the command worked.
  }
}

function installFromDebian(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  process.stdout.write(`Installing ${name} …\n`);
  tryCommand("apt-get", ["update"]);
  tryCommand("apt-get", ["install", "--yes", "--no-install-recommends", name]);
}

/**
 * Returns the path of a Chromium. If there is none, installs one from Playwright's source or from Debian's.
 * CI always gets the headless build, which is faster.
 * @throws Error with one sentence if none could be installed
 */
export function findBrowser(): string {
  if (process.env.CI && !process.env.CHROMIUM_PATH && !existsSync(headlessPath)) {
    installFromDebian("chromium-headless-shell");
  }
  if (!locateBrowser()) {
    process.stdout.write("No Chromium here: installing one …\n");
    tryCommand(process.execPath, ["node_modules/@playwright/test/cli.js", "install", "chromium"]);
  }
  for (const name of ["chromium-headless-shell", "chromium"]) if (!locateBrowser()) installFromDebian(name);
  const browserPath = locateBrowser();
  if (!browserPath) {
    throw new Error("The browser tests need Chromium: install it, or name one with CHROMIUM_PATH=…");
  }
  // The runner's own processes read this variable, and do not search again.
  process.env.CHROMIUM_PATH = browserPath;
  return browserPath;
}

/** Flags that keep Chromium from contacting its vendor and let it run as root in a container. */
export const browserFlags = [
  "--no-sandbox",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** An environment in which Chromium has only the fonts of `fonts.conf`. */
export const browserEnvironment = {
  ...process.env,
  FONTCONFIG_FILE: fileURLToPath(new URL("fonts.conf", import.meta.url)),
};

/** Starts a Chromium with the flags and the fonts of all tests. */
export const launchBrowser = (options: LaunchOptions = {}) =>
  chromium.launch({
    executablePath: findBrowser(),
    args: browserFlags,
    env: browserEnvironment,
    ...options,
  });
