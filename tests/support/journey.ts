import { test as base, type Page } from "@playwright/test";

export { expect } from "@playwright/test";

/** Details of a journey that only `npm run test:all` runs. */
export const nightly = { tag: "@nightly" };

/** A variable that the setup of the journeys leaves. */
function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the journeys through playwright.config.ts.`);
  return value;
}

type Journey = {
  /**
   * The messages that a journey provokes on purpose and that must not fail it. One pattern and no list: the runner takes a list of
   * two for a value with its options.
   */
  expectedErrors: RegExp;
  administrator: { email: string; password: string };
};

const violation = "The content policy is violated";

/** Writes to the console what a policy refuses, or would refuse, in the words of the event: the browser does not for each. */
function tellViolations(words: string): void {
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample, disposition }) => {
    // biome-ignore lint/suspicious/noConsole: it is where the journey looks
    console.error(`${words} (${disposition}): ${effectiveDirective} ${blockedURI} ${sample}`);
  });
}

/** Fails on whatever a page writes to the console as an error: also what the content policy refuses. */
function watch(page: Page, errors: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${page.url()}: ${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => errors.push(`${page.url()}: ${error.stack || error.message}`));
}

export const test = base.extend<Journey>({
  expectedErrors: [/(?!)/, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of a fixture's needs from here
  baseURL: async ({}, use) => use(given("SITE")),
  // biome-ignore lint/correctness/noEmptyPattern: see above
  administrator: async ({}, use) => use({ email: given("ADMIN_EMAIL"), password: given("ADMIN_PASSWORD") }),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = [];
    await page.context().addInitScript(tellViolations, violation);
    watch(page, errors);
    page.context().on("page", (other) => {
      other.on("console", (message) => {
        if (message.text().startsWith(violation)) errors.push(`${other.url()}: ${message.text()}`);
      });
    });
    await use(page);
    // What was violated last is told a moment later, before the page does anything else.
    await Promise.all(
      page
        .context()
        .pages()
        .map((open) => open.evaluate(() => 0).catch(() => {})),
    );
    const unexpected = errors.filter((error) => !expectedErrors.test(error));
    if (unexpected.length > 0) throw new Error(`The console shows errors:\n${unexpected.join("\n")}`);
  },
});

/** A sender that no other journey, and no earlier run, knows. */
export function newSender(): { name: string; email: string } {
  const mark = crypto.randomUUID().slice(0, 8);
  return { name: `María Solís ${mark}`, email: `maria.${mark}@example.com` };
}
