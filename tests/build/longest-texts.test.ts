import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageNames, path } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { listValidationProblems } from "#cms/seed/validate.ts";
import { startSanity } from "#local/sanity/server.ts";
import { localContent } from "#local/settings.ts";
import { build } from "#web/build/build.ts";
import { createTestClient } from "../local/sanity/clients.ts";
import { launchBrowser } from "../support/browser.ts";
import { serveFiles, siteOrigin } from "../support/built-site.ts";
import { bundleOnce } from "../support/bundles.ts";
import { withLongestTexts } from "../support/longest-texts.ts";
import { listTooWide } from "../support/page-checks.ts";
import { addProof } from "../support/proof-copy.ts";

const token = "a-token-for-the-test";
let folder: string;
let sanity: Awaited<ReturnType<typeof startSanity>>;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vitrina-long-"));
  sanity = await startSanity({ ...localContent, port: 0, token, documents: readSeed().map(addProof) });
  const editor = createTestClient(sanity.origin, token);
  for (const { _id } of readSeed()) {
    const stored = await editor.getDocument(_id);
    if (stored) await editor.createOrReplace(withLongestTexts(stored) as typeof stored);
  }
  const content = { ...localContent, apiHost: sanity.origin };
  await build({ outDirectory: folder, content, siteOrigin, bundle: bundleOnce, quickPictures: true });
  browser = await launchBrowser();
  page = await browser.newPage();
  await serveFiles(page, folder);
});
afterAll(async () => {
  await browser?.close();
  await sanity?.close();
  await rm(folder, { recursive: true, force: true });
});

test("the Studio lets an editor publish texts of the maximum length", async () => {
  const editor = createTestClient(sanity.origin, token);
  const problems: string[] = [];
  for (const { _id } of readSeed()) {
    const stored = await editor.getDocument(_id);
    // Warnings about the length do not prevent publication.
    if (stored) problems.push(...(await listValidationProblems(stored, editor)));
  }
  expect(problems.filter((problem) => !problem.includes("Looks better with"))).toEqual([]);
});

/** Counts the lines of text in every element that matches the selector. */
const countLines = (selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const lines = new Set<number>();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        // Text for screen readers only has no width.
        if ((text.parentElement?.offsetWidth ?? 0) <= 1) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const { bottom } of range.getClientRects()) lines.add(Math.round(bottom));
      }
      return lines.size;
    }),
  );

test.each(pageNames)("the layout of %s fits them on a phone, a tablet and a desktop", async (name) => {
  await page.goto(`${siteOrigin}${path(name, "es")}`);
  for (const width of [360, 960, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(listTooWide as () => string[]), `at ${width} px`).toEqual([]);
    for (const lines of await countLines("main h1"))
      expect(lines, `h1 at ${width} px`).toBeLessThanOrEqual(6);
    for (const lines of await countLines("main h2"))
      expect(lines, `h2 at ${width} px`).toBeLessThanOrEqual(6);
    for (const lines of await countLines("main h3"))
      expect(lines, `h3 at ${width} px`).toBeLessThanOrEqual(5);
    for (const lines of await countLines("main a[href]:not(p a, h3 a)"))
      expect(lines, `a button at ${width} px`).toBeLessThanOrEqual(3);
  }
});

test("a long menu collapses on a small laptop and is complete on a wide screen", async () => {
  await page.goto(`${siteOrigin}${path("home", "es")}`);
  const narrow = page.getByRole("button", { name: "Menú", exact: true });
  for (const [width, isNarrow] of [
    [960, true],
    [1240, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, await narrow.isVisible()]).toEqual([width, isNarrow]);
  }
});
