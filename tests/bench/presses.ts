// `npm run bench -- presses` measures how long a visitor waits after a press, on the built site in workerd. Processor
// and network are those of this machine, apart from the menu, whose processor is four times slower.
import type { Page } from "@playwright/test";
import { languages, type PageName, path } from "#cms/content/site.ts";
import { launchBrowser } from "../support/browser.ts";
import { startSite } from "../support/running-site.ts";
import { median, percentile, roundTo } from "./figures.ts";

const presses = 20;
const menuPresses = 5;
const services: PageName[] = ["technical-support", "digital-marketing", "seo-consulting", "cctv"];
const [firstService = "technical-support", ...otherServices] = services;

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1280, height: 800 } };
/** The ways to press a link. A visitor with a mouse points at the link for `pointingMs` before. */
const devices = {
  "tap on a phone": { context: phone, pointingMs: 0 },
  "click at once": { context: desk, pointingMs: 0 },
  "click after 0.7 s": { context: desk, pointingMs: 700 },
};
type Device = (typeof devices)[keyof typeof devices];

const describeTimes = (times: number[]) => ({
  presses: times.length,
  "median, ms": roundTo(median(times)),
  "90 %, ms": roundTo(percentile(times, 0.9)),
});

/**
 * Makes every document record when its headline is in the document, and hand the time of a click to the next document.
 * The name of the window survives the navigation, and, unlike storage, changes nothing on the page.
 */
const recordPresses = (page: Page) =>
  page.addInitScript(() => {
    addEventListener(
      "click",
      ({ timeStamp }) => {
        window.name = String(performance.timeOrigin + timeStamp);
      },
      true,
    );
    new MutationObserver((_, observer) => {
      if (!document.querySelector("h1")) return;
      observer.disconnect();
      performance.mark("headline");
    }).observe(document, { childList: true, subtree: true });
  });

/**
 * Returns the milliseconds from the click in the previous document to the first paint of this one with its headline.
 * The browser's own entry of that paint is its presentation time.
 */
const readPressTime = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const paint = await new Promise<PerformanceEntry>((resolve) => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntriesByName("first-contentful-paint")) resolve(entry);
      }).observe({ type: "paint", buffered: true });
    });
    const [headline] = performance.getEntriesByName("headline");
    const shownAt = Math.max(paint.startTime, headline?.startTime ?? Number.NaN);
    return performance.timeOrigin + shownAt - Number(window.name);
  });

/** Presses a link to `target` on the page at `start`. Returns the milliseconds until the next headline. */
async function pressLink(page: Page, start: string, target: string, { context, pointingMs }: Device) {
  await page.goto(start, { waitUntil: "load" });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const link = page.locator(`main a[href="${target}"], footer a[href="${target}"]`).filter({ visible: true });
  await link.first().scrollIntoViewIfNeeded();
  const arrival = page.waitForURL(`**${target}`, { waitUntil: "load" });
  if (context === phone) {
    await link.first().tap();
  } else {
    await link.first().hover();
    await page.waitForTimeout(pointingMs);
    await page.mouse.down();
    await page.mouse.up();
  }
  await arrival;
  return readPressTime(page);
}

const site = await startSite();
const browser = await launchBrowser();

/** Prints the time from the press of a service's link to the next headline. */
async function measureLinks(): Promise<void> {
  const table: Record<string, object> = {};
  for (const [name, device] of Object.entries(devices)) {
    for (const language of languages) {
      for (const start of [path("home", language), path(firstService, language)]) {
        const page = await browser.newPage({ ...device.context, baseURL: site.origin });
        await recordPresses(page);
        const times: number[] = [];
        for (let press = 0; press < presses; press += 1) {
          const target = path(otherServices[press % otherServices.length] ?? "cctv", language);
          times.push(await pressLink(page, start, target, device));
        }
        table[`${name}, ${start}`] = describeTimes(times);
        await page.close();
      }
    }
  }
  console.table(table);
}

/** Opens the menu `delayMs` after the navigation. Returns the milliseconds from the press to the paint of the menu. */
async function pressMenu(address: string, delayMs: number): Promise<number> {
  const page = await browser.newPage({ ...phone, baseURL: site.origin });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(address, { waitUntil: "commit" });
  const button = await page.locator("header [popovertarget=menu]").boundingBox();
  if (!button) throw new Error(`${address} has no menu.`);
  const passedMs = await page.evaluate(() => performance.now());
  await page.waitForTimeout(Math.max(0, delayMs - passedMs));
  await page.touchscreen.tap(button.x + button.width / 2, button.y + button.height / 2);
  // The duration of an event ends with the next paint.
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { name, duration } of list.getEntries()) if (name === "click") resolve(duration);
        }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
        // A faster event has no entry.
        setTimeout(resolve, 5_000, 16);
      }),
  );
  if (!(await page.locator("#menu:popover-open").isVisible())) throw new Error(`${address}: no menu opened.`);
  await page.close();
  return time;
}

/** Prints the time from the press of the menu's button to the paint of the menu. */
async function measureMenu(): Promise<void> {
  const table: Record<string, object> = {};
  for (const address of [path("home", "es"), path("contact", "en")]) {
    for (const delayMs of [250, 500, 1_000, 2_000]) {
      const times: number[] = [];
      while (times.length < menuPresses) times.push(await pressMenu(address, delayMs));
      table[`menu of ${address} at ${delayMs} ms`] = describeTimes(times);
    }
  }
  console.table(table);
}

try {
  await measureLinks();
  await measureMenu();
} finally {
  await browser.close();
  await site.close();
}
