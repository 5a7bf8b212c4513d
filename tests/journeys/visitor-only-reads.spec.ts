import type { BrowserContext, Page } from "@playwright/test";
import { languages, type PageName, pageNames, path } from "#cms/content/site.ts";
import { launchBrowser } from "../support/browser.ts";
import { expect, isHydrated, nightly, test } from "../support/journey.ts";

declare global {
  interface Window {
    /** Runs the callbacks that wait for the next frame. */
    draw: () => void;
  }
}

/** A page of each kind for the gate; the others run nightly. */
const gateAddresses = ["/", path("technical-support", "en"), path("contact", "es")];
const addresses = languages.flatMap((language) => pageNames.map((name: PageName) => path(name, language)));

/** Collects the React files that the page requests from now on. */
function watchReact(page: Page): string[] {
  const requestedFiles: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/browser-/.test(request.url())) requestedFiles.push(request.url());
  });
  return requestedFiles;
}

for (const address of addresses) {
  const details = gateAddresses.includes(address) ? {} : nightly;
  test(
    `reading ${address}, using its menus and changing the theme runs no React`,
    details,
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 640 });
      await page.clock.install();
      const reactFiles = watchReact(page);
      await page.goto(address);
      await page.keyboard.press("Tab");
      await page.mouse.click(5, 300);
      await page.getByRole("main").locator("h1").click();
      const menu = page.locator("header [popovertarget=menu]");
      await menu.click();
      await page.locator("#menu [data-theme-toggle]").click();
      await expect(page.locator("html")).toHaveAttribute("data-theme", /./);
      await page.keyboard.press("Escape");
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
      await page.clock.fastForward("10:00");
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      expect(await isHydrated(page)).toBe(false);
      // A page with a form requests the files when nothing else happens, because the network may go away.
      if (!/contact/.test(address)) expect(reactFiles).toEqual([]);
    },
  );
}

/** Opens a page in a tab whose navigation does not wait for the scripts. */
async function openTab(context: BrowserContext, address: string, prepare?: () => void): Promise<Page> {
  const tab = await context.newPage();
  if (prepare) await tab.addInitScript(prepare);
  await tab.goto(address);
  return tab;
}

const countScripts = () =>
  performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length;

for (const address of ["/", path("contact", "es")]) {
  test(`${address} requests no script before its first paint`, async ({ context }) => {
    const tab = await openTab(context, address);
    await tab.waitForFunction(countScripts);
    const [firstRequest = 0, firstPaint = Number.NaN] = await tab.evaluate(() => [
      Math.min(
        ...performance
          .getEntriesByType("resource")
          .flatMap(({ name, startTime }) => (name.endsWith(".js") ? [startTime] : [])),
      ),
      performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
    ]);
    expect(firstRequest).toBeGreaterThanOrEqual(firstPaint);
  });
}

test("a hidden page, which is not painted, loads its script", async ({ context }) => {
  const tab = await openTab(context, "/", () => {
    Object.defineProperty(document, "hidden", { value: true });
    Object.defineProperty(window, "PerformanceObserver", { value: undefined });
  });
  await tab.waitForFunction(countScripts);
});

test("a browser that reports no paint loads the script three seconds after the page", async ({ context }) => {
  const tab = await context.newPage();
  const requestedFiles: string[] = [];
  tab.on("request", (request) => requestedFiles.push(request.url()));
  const countLoaders = () => requestedFiles.filter((url) => url.includes("/assets/loader-")).length;
  await tab.clock.install();
  await tab.addInitScript(() => {
    Object.defineProperty(PerformanceObserver.prototype, "observe", { value: () => {} });
  });
  await tab.goto("/");
  expect(countLoaders()).toBe(0);
  await tab.clock.fastForward(3_000);
  await expect.poll(countLoaders).toBe(1);
});

test("a chosen theme stays on the next page, and does not wait for the script file", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Cambiar entre claro y oscuro" }).click();
  await context.route(/\/assets\/loader-/, (route) => route.abort());
  const tab = await openTab(context, "/");
  await expect(tab.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("focusing the contact form loads React once", async ({ page }) => {
  await page.goto("/contacto");
  await page.getByLabel("Nombre").first().click();
  await page.getByRole("textbox", { name: "Mensaje" }).click();
  await expect(page.locator("form[novalidate]")).toHaveCount(1);
  // The file may have been requested ahead. Then it comes from the cache.
  const countTransfers = () =>
    page.evaluate(() => {
      const entries = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return entries.filter(({ name, transferSize }) => /\/assets\/browser-/.test(name) && transferSize > 0)
        .length;
    });
  await expect.poll(countTransfers).toBe(1);
});

test("a focused field is drawn before React starts", async ({ page }) => {
  await page.addInitScript(() => {
    const pendingFrames: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => pendingFrames.push(callback);
    window.draw = () => {
      for (const callback of pendingFrames.splice(0)) callback(0);
    };
  });
  await page.goto("/contacto");
  const name = page.getByLabel("Nombre").first();
  await name.click();
  await expect(name).toBeFocused();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await isHydrated(page)).toBe(false);
  await page.evaluate(() => window.draw());
  await expect.poll(() => isHydrated(page)).toBe(true);
});

test("the old page fades out over the live new page, not over a picture of it", nightly, async ({ page }) => {
  await page.goto("/");
  const pseudoElements = await page.evaluate(async () => {
    // As between two documents, the page gets the event of the transition before it is drawn.
    const viewTransition = document.startViewTransition(() => {
      dispatchEvent(new PageRevealEvent("pagereveal", { viewTransition }));
    });
    await viewTransition.ready;
    return document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement);
  });
  expect(pseudoElements).toContain("::view-transition-old(root)");
  expect(pseudoElements).not.toContain("::view-transition-new(root)");
  // The page keeps its transition name, because a visitor leaves it later.
  await expect(page.locator("html")).toHaveCSS("view-transition-name", "root");
});

test("a pressed link shows its page without a transition, the way back and the other language with one", async ({
  page,
}) => {
  await page.addInitScript(() => {
    addEventListener("pagereveal", ({ viewTransition }) => {
      document.documentElement.dataset.transition = String(viewTransition !== null);
    });
  });
  const root = page.locator("html");
  const service = path("technical-support", "es");
  await page.goto("/");
  // A visitor who points at the link for long has its page prerendered.
  const link = page.locator(`footer a[href="${service}"]`);
  await link.hover();
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await link.click();
  await page.waitForURL(`**${service}`);
  await expect(root).toHaveAttribute("data-transition", "false");
  await page.goBack();
  await expect(root).toHaveAttribute("data-transition", "true");
  await page.locator("[data-language-switch]").click();
  // The page in the other language opens at the same section.
  await expect(page).toHaveURL(/\/en(#.*)?$/);
  await expect(root).toHaveAttribute("data-transition", "true");
});

test("a transition that the browser gives up is no error, and the next page has one again", async ({
  page,
}) => {
  await page.goto("/");
  await page.evaluate(async () => {
    const finished = Promise.reject(new DOMException("Page already revealed", "InvalidStateError"));
    dispatchEvent(Object.assign(new Event("pagereveal"), { viewTransition: { finished } }));
    // The browser reports a rejection that nothing handles before this task.
    await new Promise((resolve) => setTimeout(resolve));
  });
  await expect(page.locator("html")).toHaveCSS("view-transition-name", "root");
});

// Headless Chromium never keeps a page in its back/forward cache, but reports every reason.
const headlessReasons = ["BrowsingInstanceNotSwapped", "BackForwardCacheDisabledForDelegate"];

test("the browser can keep every page for the back button", nightly, async ({ baseURL }) => {
  // Playwright turns the back/forward cache off by default.
  const browser = await launchBrowser({ ignoreDefaultArgs: ["--disable-back-forward-cache"] });
  try {
    const page = await browser.newPage(baseURL ? { baseURL } : {});
    const devTools = await page.context().newCDPSession(page);
    await devTools.send("Page.enable");
    for (const address of addresses) {
      const answer = await page.goto(address);
      expect(answer?.headers()["cache-control"], address).not.toContain("no-store");
      await page.goto("/icon.svg");
      const explanations = new Promise<string[]>((resolve) =>
        devTools.once("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) =>
          resolve(notRestoredExplanations.map(({ reason }) => reason)),
        ),
      );
      await page.goBack();
      expect(
        (await explanations).filter((reason) => !headlessReasons.includes(reason)),
        address,
      ).toEqual([]);
    }
  } finally {
    await browser.close();
  }
});

for (const address of [...addresses, path("sign-in", "es")]) {
  const details = gateAddresses.includes(address) ? {} : nightly;
  test(
    `the inline style of ${address} gives the same result as the whole stylesheet`,
    details,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(address);
      const changedCount = await page.evaluate(async () => {
        const elements = [...document.querySelectorAll("#app *")];
        const toText = (style: CSSStyleDeclaration) =>
          Array.from(style, (name) => `${name}: ${style.getPropertyValue(name)}`).join("; ");
        const readPart = (element: Element, part: string) => {
          const style = getComputedStyle(element, part);
          // A part without content is not drawn.
          return style.content === "none" ? "none" : toText(style);
        };
        const readStyles = () =>
          elements.flatMap((element) => [
            toText(getComputedStyle(element)),
            readPart(element, "::before"),
            readPart(element, "::after"),
          ]);
        // A picture that arrives later changes sizes by fractions of a pixel.
        for (const image of document.images) image.loading = "eager";
        await Promise.all(Array.from(document.images, (image) => image.decode()));
        const before = readStyles();
        await new Promise((resolve) => {
          const link = document.createElement("link");
          link.rel = "stylesheet";
          link.href = `/${document.documentElement.dataset.styles}`;
          link.onload = resolve;
          document.head.append(link);
        });
        return readStyles().filter((style, index) => style !== before[index]).length;
      });
      expect(changedCount).toBe(0);
    },
  );
}
