import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { languages, pageNames, path } from "#cms/content/site.ts";
import { browserFlags, launchBrowser } from "../support/browser.ts";
import { buildSite, serveFiles, siteOrigin } from "../support/built-site.ts";
import { selectCases } from "../support/suite.ts";

let built: Awaited<ReturnType<typeof buildSite>>;
let browser: Browser;
let browserWithLargeText: Browser;
beforeAll(async () => {
  built = await buildSite("phone");
  browser = await launchBrowser();
  browserWithLargeText = await launchBrowser({
    args: [...browserFlags, "--blink-settings=defaultFontSize=32"],
  });
});
afterAll(async () => {
  await browser?.close();
  await browserWithLargeText?.close();
  await built?.close();
});

const addresses = pageNames.flatMap((name, index) =>
  selectCases(index % 2 === 0 ? [...languages] : languages.toReversed(), 1).map((language) =>
    path(name, language),
  ),
);

/** Opens a page on a phone. */
async function openPage(address: string, { hasLargeText = false } = {}) {
  // With large text a taller window keeps its header sticky.
  const viewport = { width: 360, height: hasLargeText ? 800 : 640 };
  const page = await (hasLargeText ? browserWithLargeText : browser).newPage({
    viewport,
    reducedMotion: "reduce",
  });
  await serveFiles(page, built.site);
  await page.goto(`${siteOrigin}${address}`);
  return page;
}

test.each(addresses)(
  "%s does not scroll sideways with text of 200 %, and bars take a fifth at most",
  async (address) => {
    const page = await openPage(address, { hasLargeText: true });
    const { width, barHeights } = await page.evaluate(async () => {
      const drawFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      // The header behaves differently in each direction.
      const barHeights: number[] = [];
      for (const top of [1_500, 1_200]) {
        scrollTo({ top, behavior: "instant" });
        await drawFrame();
        await drawFrame();
        const bars = [...document.querySelectorAll("body *")].filter((element) =>
          ["sticky", "fixed"].includes(getComputedStyle(element).position),
        );
        const heights = bars.map((bar) => {
          const { top: barTop, bottom } = bar.getBoundingClientRect();
          return Math.max(0, Math.min(bottom, innerHeight) - Math.max(barTop, 0));
        });
        barHeights.push(heights.reduce((sum, height) => sum + height, 0) / innerHeight);
      }
      return { width: document.documentElement.scrollWidth, barHeights };
    });
    expect(width).toBe(360);
    expect(Math.max(...barHeights)).toBeLessThanOrEqual(0.2);
    await page.close();
  },
);

test.each(addresses)(
  "no focused element of %s is under a bar, also backwards from its end",
  async (address) => {
    const page = await openPage(address);
    await page.evaluate(() => {
      scrollTo({ top: document.body.scrollHeight, behavior: "instant" });
      [...document.querySelectorAll<HTMLElement>("footer a")].at(-1)?.focus();
    });
    const covered: string[] = [];
    for (let step = 0; step < 200; step++) {
      await page.keyboard.press("Shift+Tab");
      const state = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return "end";
        const { left, top, width, height } = element.getBoundingClientRect();
        const shownElement = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
        const isVisible = shownElement && (element.contains(shownElement) || shownElement.contains(element));
        if (element.closest("header")) return "header";
        return isVisible ? "visible" : `${element.tagName} ${element.textContent} at ${Math.round(top)}`;
      });
      if (state === "end" || state === "header") break;
      if (state !== "visible") covered.push(state);
    }
    expect(covered).toEqual([]);
    await page.close();
  },
);

test.each(languages)("the home page is at most 5,000 px high (%s)", async (language) => {
  const page = await openPage(path("home", language));
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5_000);
  await page.close();
});

test("the form that a link has opened for a meeting lets the focus into both of its folded parts", async () => {
  const page = await openPage(path("contact", "es"));
  await page.evaluate(() => {
    const form = document.querySelector("form");
    form?.setAttribute("data-wish", "meeting");
    form?.querySelector("[data-disclosure=meeting]")?.setAttribute("open", "");
  });
  await page.locator("form").evaluate((form) => form.scrollIntoView());
  const visited: string[] = [];
  await page.locator("form").evaluate((form) => {
    form.setAttribute("tabindex", "-1");
    form.focus();
  });
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press("Tab");
    visited.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement | null;
        const folded = element?.tagName === "SUMMARY" ? element.closest<HTMLElement>("details") : null;
        return folded?.dataset.disclosure ?? element?.name ?? "";
      }),
    );
  }
  const fields = visited.filter((name, index) => name && visited.indexOf(name) === index);
  expect(fields).toEqual([
    "meeting",
    "meeting_day",
    "meeting_part",
    "name",
    "email",
    "phone",
    "service",
    "more",
    "message",
    "upload",
  ]);
});
