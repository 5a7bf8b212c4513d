import type { Page, Request } from "@playwright/test";
import { path } from "#cms/content/site.ts";
import { expect, nightly, test } from "../support/journey.ts";

const address = path("seo-consulting", "es");
const opening = (page: Page) => page.locator("main picture").first();
const switchOf = (page: Page) => page.getByRole("button", { name: "Cambiar entre claro y oscuro" });

/** Which of a page's pictures for the light and for the dark theme were asked for, and how each ended, in order. */
async function watchPictures(page: Page) {
  const hashes = async (selector: string) => {
    const sets = await opening(page)
      .locator(selector)
      .evaluateAll((sources) => sources.map((source) => source.getAttribute("srcset") ?? ""));
    return sets.flatMap((set) => [...set.matchAll(/pictures\/(\w{12})/g)].map(([, hash]) => hash ?? ""));
  };
  const asked = new Map<Request, "under way" | "loaded" | "given up">();
  page.on("request", (request) => {
    if (request.url().includes("/pictures/")) asked.set(request, "under way");
  });
  for (const [event, end] of [
    ["requestfinished", "loaded"],
    ["requestfailed", "given up"],
  ] as const) {
    page.on(event as "requestfailed", (request) => {
      if (asked.has(request)) asked.set(request, end);
    });
  }
  /** The themes whose picture ended so. */
  return async (end = "loaded") => {
    const themes = {
      dark: await hashes("source[media]"),
      light: await hashes("source:not([media])"),
    };
    return [...asked]
      .filter(([, ended]) => ended === end)
      .map(([request]) =>
        (["light", "dark"] as const).find((theme) =>
          themes[theme].some((hash) => request.url().includes(hash)),
        ),
      );
  };
}

for (const colorScheme of ["light", "dark"] as const) {
  const other = colorScheme === "light" ? "dark" : "light";

  test(
    `a ${colorScheme} system is sent the ${colorScheme} picture alone, the other one once it is switched to`,
    colorScheme === "light" ? {} : nightly,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const pictures = await watchPictures(page);
      await page.goto(address);
      await expect.poll(() => pictures()).toEqual([colorScheme]);
      await switchOf(page).click();
      await expect.poll(() => pictures()).toEqual([colorScheme, other]);
      // Back again it is there already.
      await switchOf(page).click();
      await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
      expect(await pictures()).toEqual([colorScheme, other]);
    },
  );

  test(
    `a ${colorScheme} system where ${other} was chosen loads the ${other} picture, and gives the one up that it began with`,
    colorScheme === "light" ? {} : nightly,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.addInitScript((theme) => localStorage.setItem("theme", theme), other);
      // A network on which pictures take longer than the page's script.
      const held = Promise.withResolvers<void>();
      await page.route("**/pictures/*", async (route) => {
        await held.promise;
        await route.continue().catch(() => {});
      });
      const pictures = await watchPictures(page);
      await page.goto(address, { waitUntil: "commit" });
      await expect.poll(() => pictures("given up")).toEqual([colorScheme]);
      held.resolve();
      await expect.poll(() => pictures()).toEqual([other]);
      await expect(opening(page).locator("img")).toHaveJSProperty("complete", true);
    },
  );
}
