import { existsSync, globSync } from "node:fs";

const findProgram = (paths: (string | undefined)[]) => paths.find((path) => path && existsSync(path));

/** Returns the path of an installed Firefox, or undefined. */
export const locateFirefox = () =>
  findProgram([process.env.FIREFOX_PATH, "/usr/bin/firefox-esr", "/usr/bin/firefox"]);

/** Returns the paths of the programs that drive WebKit, or undefined when one of them is not installed. */
export function locateWebKit(): { driver: string; browser: string; display: string } | undefined {
  const driver = findProgram(["/usr/bin/WebKitWebDriver"]);
  const browser = findProgram([
    process.env.MINIBROWSER_PATH,
    ...globSync("/usr/lib/*/webkit2gtk-4.1/MiniBrowser"),
  ]);
  const display = findProgram(["/usr/bin/Xvfb"]);
  return driver && browser && display ? { driver, browser, display } : undefined;
}

/** Returns one sentence for each browser that is not installed, with the Debian packages to install. */
export function listMissingBrowsers(): { Firefox?: string; WebKit?: string } {
  return {
    ...(!locateFirefox() && {
      Firefox: "The Firefox journeys are skipped: apt-get install firefox-esr adds the browser.",
    }),
    ...(!locateWebKit() && {
      WebKit: "The WebKit journeys are skipped: apt-get install webkit2gtk-driver xvfb adds the browser.",
    }),
  };
}
