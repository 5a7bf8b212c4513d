import { test as base, type Page } from "@playwright/test";

export { expect } from "@playwright/test";

/** Details of a journey that only `npm run test:all` runs. */
export const nightly = { tag: "@nightly" };

/** Returns a variable that the setup of the journeys sets. */
function readVariable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys through playwright.config.ts.`);
  return value;
}

type Journey = {
  /**
   * The console errors that a journey causes on purpose and that must not fail it.
   * This is one pattern, because the runner takes a list of two for a value with its options.
   */
  expectedErrors: RegExp;
  administrator: { email: string; password: string };
};

const violation = "The content policy is violated";

/** Writes each policy violation to the console, because the browser does not report every one there. */
function reportViolations(prefix: string): void {
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample, disposition }) => {
    // biome-ignore lint/suspicious/noConsole: the journey reads the console
    console.error(`${prefix} (${disposition}): ${effectiveDirective} ${blockedURI} ${sample}`);
  });
}

/** Collects the console errors of a page, including violations of the content policy. */
function collectErrors(page: Page, errors: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.stack || error.message}`));
}

/** Waits until the scripts have run that a public page loads after its first paint. */
export async function waitUntilScriptsRan(page: Page): Promise<void> {
  const importScripts = async () => {
    const script = document.querySelector<HTMLScriptElement>("script[src*='/assets/loader-']");
    if (script) await import(script.src);
    const formDraft = document.querySelector<HTMLLinkElement>("link[href*='/assets/form-draft-']");
    if (formDraft) await import(formDraft.href);
  };
  // Without JavaScript, or after another navigation, nothing runs.
  await page.evaluate(importScripts).catch(() => {});
}

/** Lets `goto` and `reload` wait for the scripts, because a journey acts faster than a visitor. */
function waitForScripts(page: Page): void {
  for (const name of ["goto", "reload"] as const) {
    const navigate = page[name].bind(page) as (...options: unknown[]) => ReturnType<Page["goto"]>;
    page[name] = async (...options: unknown[]) => {
      const response = await navigate(...options);
      await waitUntilScriptsRan(page);
      return response;
    };
  }
}

export const test = base.extend<Journey>({
  expectedErrors: [/(?!)/, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
  baseURL: async ({}, use) => use(readVariable("SITE")),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  administrator: async ({}, use) =>
    use({ email: readVariable("ADMIN_EMAIL"), password: readVariable("ADMIN_PASSWORD") }),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    await page.context().addInitScript(reportViolations, violation);
    collectErrors(page, errors);
    waitForScripts(page);
    page.context().on("page", (otherPage) => {
      otherPage.on("console", (message) => {
        if (message.text().startsWith(violation)) errors.push(`${otherPage.url()}: ${message.text()}`);
      });
    });
    await use(page);
    // The last violation is reported a moment later, before the page does anything else.
    await Promise.all(
      page
        .context()
        .pages()
        .map((openPage) => openPage.evaluate(() => 0).catch(() => {})),
    );
    const unexpected = errors.filter((error) => !expectedErrors.test(error));
    if (unexpected.length > 0) throw new Error(`The console shows errors:\n${unexpected.join("\n")}`);
  },
});

/** Returns a sender that no other journey, and no earlier run, uses. */
export function createSender(): { name: string; email: string } {
  const mark = crypto.randomUUID().slice(0, 8);
  return { name: `María Solís ${mark}`, email: `maria.${mark}@example.com` };
}

/** Returns whether React has hydrated the page. */
export const isHydrated = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.getElementById("app") ?? {}).some((key) => key.startsWith("__reactContainer")),
  );
