import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { browserEnvironment, browserFlags, findBrowser } from "../../../support/browser.ts";

const source = readFileSync(new URL("../../../../web/app/preload.ts", import.meta.url), "utf8");

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: findBrowser(),
    args: browserFlags,
    env: browserEnvironment,
  });
});
afterAll(() => browser.close());

/** A page with what asks for files; `answer` says whether a file is there when it is asked for. */
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

// As text, because the runner would put its own import in the place of the browser's.
const attempt = `import("/preload.js").then(({ preload }) => preload(() => import("/screen.js"), ["screen.js", "screen.css"])).then(
  (module) => [module.screen, getComputedStyle(document.body).color],
  (error) => [error.message],
)`;

/** Imports the screen with its files; answers with what it exports and the colour that it has by then, or with the error. */
const importScreen = (page: Page) => page.evaluate<[unknown, string?]>(attempt);

test("what is imported comes once its styles are there, and each file is asked for once", async () => {
  const asked: string[] = [];
  const page = await openPage((file) => asked.push(file) > 0);
  for (let time = 0; time < 2; time++) expect(await importScreen(page)).toEqual([1, "rgb(1, 2, 3)"]);
  expect(asked.filter((file) => file.startsWith("screen")).toSorted()).toEqual(["screen.css", "screen.js"]);
});

test.each(["screen.css", "screen.js"])(
  "%s is asked for again by the next attempt when it could not be had",
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
