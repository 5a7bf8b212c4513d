import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContentClient } from "#cms/content/client.ts";
import { isPrivate } from "#cms/content/site.ts";
import type { SiteRenderer } from "#functions/contract/site-renderer.ts";
import { budgets, sentBytes } from "#web/build/budgets.ts";
import { buildSite, documents } from "../../../support/built-site.ts";

const measuring =
  /<script type="module" async fetchpriority="low" src="(\/assets\/web-vitals-[\w-]+\.js)" integrity="sha256-[^"]+" data-page="([\w-]+)"><\/script>/;
const isPublic = (shown: string) => shown !== "not-found" && !isPrivate(shown);
const filesOf = async (site: string) =>
  (await readdir(join(site, "assets"))).filter((name) => name.startsWith("web-vitals"));

describe.each([true, false])("a build that measures how fast its pages are: %s", (measuresVitals) => {
  let built: Awaited<ReturnType<typeof buildSite>>;
  beforeAll(async () => {
    built = await buildSite(`vitals-${measuresVitals}`, undefined, { measuresVitals });
  });
  afterAll(() => built.close());

  test.each(documents)("$file", ({ file, shown }) => {
    const html = built.page(file);
    const [, , page] = measuring.exec(html) ?? [];
    expect(page).toBe(measuresVitals && isPublic(shown) ? shown : undefined);
    expect(html.includes("web-vitals-")).toBe(page !== undefined);
    // What a visitor needs comes last, and is asked for first of all the same.
    expect(html).toMatch(/<script [^>]*\/loader-[^>]*><\/script><\/body><\/html>$/);
  });

  test("has the script, small, only where it measures", async () => {
    const files = await filesOf(built.site);
    expect(files).toHaveLength(measuresVitals ? 1 : 0);
    for (const file of files) {
      const script = await readFile(join(built.site, "assets", file));
      expect(sentBytes(script)).toBeLessThanOrEqual(budgets.webVitals);
      expect(script.toString()).not.toContain("import");
    }
  });

  test("makes pages of newer content with it as well, and pages of drafts without", async () => {
    const file = join(built.site, "_worker.js", "site", "renderer.mjs");
    const renderer = (await import(pathToFileURL(file).href)).default as SiteRenderer;
    const source = createContentClient(built.content);
    const page = await renderer.readDocument(source, "/contacto", await renderer.readPublished(source));
    expect((await page.make()).includes("web-vitals-")).toBe(measuresVitals);
    for (const studio of [null, "https://studio.example"]) {
      const { html } = await renderer.makeDraft(source, { path: "/contacto", studio, isFramed: false });
      expect(html).not.toContain("web-vitals-");
    }
  });
});
