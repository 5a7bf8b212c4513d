import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";

const source = readFileSync(new URL("../../web/app/preload.ts", import.meta.url), "utf8");

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** Opens a page that preloads files. `answer` returns whether a requested file is available. */
async function openPage(answer: (file: string) => boolean): Promise<Page> {
  const page = await browser.newPage();
  const files: Record<string, [type: string, body: string]> = {
    "": ["text/html", `<!doctype html><title>Site</title>`],
    "preload.js": ["text/javascript", stripTypeScriptTypes(source)],
    "screen.js": ["text/javascript", "export const screen = 1;"],
    "screen.css": ["text/css", "body { color: rgb(1, 2, 3); }"],
    "site.css": ["text/css", "body { color: rgb(4, 5, 6); }"],
  };
  await page.route("**/*", (route) => {
    const file = new URL(route.request().url()).pathname.slice(1);
    const [contentType, body] = files[file] ?? ["", ""];
    return contentType && answer(file) ? route.fulfill({ contentType, body }) : route.abort();
  });
  await page.goto("http://site.test/");
  return page;
}

// A string, because the test runner would replace the browser's import.
const attempt = `import("/preload.js").then(({ preload }) => preload(() => import("/screen.js"), ["screen.js", "screen.css"])).then(
  (module) => [module.screen, getComputedStyle(document.body).color],
  (error) => [error.message],
)`;

/** Imports the screen with its files. Returns its export and the current color, or the error. */
const importScreen = (page: Page) => page.evaluate<[unknown, string?]>(attempt);

test("an import waits for its styles and requests every file once", async () => {
  const requestedFiles: string[] = [];
  const page = await openPage((file) => requestedFiles.push(file) > 0);
  for (let time = 0; time < 2; time++) expect(await importScreen(page)).toEqual([1, "rgb(1, 2, 3)"]);
  expect(requestedFiles.filter((file) => file.startsWith("screen")).toSorted()).toEqual([
    "screen.css",
    "screen.js",
  ]);
});

test.each(["screen.css", "screen.js"])(
  "the next attempt requests %s again after a failure",
  async (missing) => {
    let isAway = true;
    const page = await openPage((file) => file !== missing || !isAway);
    const [reason] = await importScreen(page);
    expect(reason).toContain(missing);
    isAway = false;
    await expect.poll(() => importScreen(page)).toEqual([1, "rgb(1, 2, 3)"]);
    expect(await page.locator("link").count()).toBe(2);
  },
);

test("loads the stylesheet of the document once in place of the styles of imports", async () => {
  const requested: string[] = [];
  const page = await openPage((file) => requested.push(file) > 0);
  await page.evaluate(() => document.documentElement.setAttribute("data-styles", "site.css"));
  for (let time = 0; time < 2; time++) expect(await importScreen(page)).toEqual([1, "rgb(4, 5, 6)"]);
  expect(requested.filter((file) => file.endsWith(".css"))).toEqual(["site.css"]);
});
