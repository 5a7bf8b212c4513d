import { type BrowserContext, type KeyInput, launch } from "puppeteer-core";
import { type DrivenBrowser, startTimeoutMs, type Tab, viewport, withTimeout } from "./browser.ts";
import { guard, guardedEnvironment } from "./guard.ts";

/** Writes content policy violations to the console: Firefox reports them only in its own log. */
function reportViolations(): void {
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, disposition }) => {
    // biome-ignore lint/suspicious/noConsole: the tab reads the console
    console.error(`Content policy violation (${disposition}): ${effectiveDirective} ${blockedURI}`);
  });
}

async function openTab(context: BrowserContext): Promise<Tab> {
  const run = <Result>(action: string, work: Promise<Result>) => withTimeout(`Firefox: ${action}`, work);
  const page = await run("open a tab", context.newPage());
  const errors: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => {
    errors.push(`${page.url()}: ${error instanceof Error ? error.message : String(error)}`);
  });
  await run("add a script to all pages", page.evaluateOnNewDocument(reportViolations));
  return {
    goto: async (url) => void (await run(`open ${url}`, page.goto(url))),
    evaluate: (script, ...args) =>
      run("run a script", page.evaluate(script as never, ...args)) as Promise<never>,
    clickAt: (x, y) => run("click", page.mouse.click(x, y)),
    press: (key) => run(`press ${key}`, page.keyboard.press(key as KeyInput)),
    type: (text) => run("type", page.keyboard.type(text)),
    setConnected: (isConnected) => run("change the connection", page.setOfflineMode(!isConnected)),
    listErrors: () => errors,
    takeScreenshot: () => run("take a screenshot", page.screenshot()),
    close: () => run("close the tab", context.close()),
  };
}

/**
 * Starts Firefox without a display and drives it by WebDriver BiDi.
 * @param firefox the path of Firefox
 * @param site the origin of the site
 */
export async function startFirefox(firefox: string, site: string): Promise<DrivenBrowser> {
  const browser = await withTimeout(
    "The start of Firefox",
    launch({
      browser: "firefox",
      // Puppeteer adds the port and the profile, and gives the process a pipe and a process group.
      executablePath: process.execPath,
      args: [guard, firefox, "--headless"],
      ignoreDefaultArgs: true,
      env: guardedEnvironment,
      defaultViewport: viewport,
      timeout: startTimeoutMs,
      protocolTimeout: startTimeoutMs,
      extraPrefsFirefox: { "intl.accept_languages": "es-CR, es" },
    }),
    startTimeoutMs + 5_000,
  );
  return {
    reportsOffline: true,
    origin: site,
    openTab: async () =>
      openTab(await withTimeout("Firefox: create a context", browser.createBrowserContext())),
    async close() {
      try {
        await withTimeout("The end of Firefox", browser.close());
      } catch (error) {
        const { pid } = browser.process() ?? {};
        // Puppeteer starts Firefox as the leader of a process group.
        if (pid) process.kill(-pid, "SIGKILL");
        throw error;
      }
    },
  };
}
