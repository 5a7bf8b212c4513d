import type { Page, Request } from "@playwright/test";
import { path } from "#cms/content/site.ts";
import { expect, nightly, test } from "../support/journey.ts";

const address = path("seo-consulting", "es");
const opening = (page: Page) => page.locator("main picture").first();
const switchOf = (page: Page) => page.getByRole("button", { name: "Cambiar entre claro y oscuro" });

/** Records the pictures that the page loads or cancels. Returns a function that lists their themes, in order. */
async function watchPictures(page: Page) {
  const pictures = { loaded: [] as string[], cancelled: [] as string[] };
  const note = (list: string[]) => (request: Request) => {
    if (request.url().includes("/pictures/")) list.push(request.url());
  };
  page.on("requestfinished", note(pictures.loaded));
  page.on("requestfailed", note(pictures.cancelled));
  return async (result: keyof typeof pictures = "loaded") => {
    const sources = opening(page).locator("source[media]");
    const darkSets = await sources.evaluateAll((elements) =>
      elements.map(({ outerHTML }) => outerHTML).join(),
    );
    const isDark = (url: string) => darkSets.includes(url.slice(url.indexOf("/pictures/")));
    return pictures[result].map((url) => (isDark(url) ? "dark" : "light"));
  };
}

for (const colorScheme of ["light", "dark"] as const) {
  const otherTheme = colorScheme === "light" ? "dark" : "light";

  test(
    `a ${colorScheme} system loads only the ${colorScheme} picture, and the other one after a switch`,
    colorScheme === "light" ? {} : nightly,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const pictures = await watchPictures(page);
      await page.goto(address);
      await expect.poll(() => pictures()).toEqual([colorScheme]);
      await switchOf(page).click();
      await expect.poll(() => pictures()).toEqual([colorScheme, otherTheme]);
      // The first picture is loaded already.
      await switchOf(page).click();
      await expect(page.locator("html")).not.toHaveAttribute("data-theme", /./);
      expect(await pictures()).toEqual([colorScheme, otherTheme]);
    },
  );

  test(
    `a ${colorScheme} system with ${otherTheme} chosen loads the ${otherTheme} picture, and cancels the one that it began with`,
    colorScheme === "light" ? {} : nightly,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await page.addInitScript((theme) => localStorage.setItem("theme", theme), otherTheme);
      // Pictures take longer than the page's script.
      const release = Promise.withResolvers<void>();
      await page.route("**/pictures/*", async (route) => {
        await release.promise;
        await route.continue().catch(() => {});
      });
      const pictures = await watchPictures(page);
      await page.goto(address, { waitUntil: "commit" });
      await expect.poll(() => pictures("cancelled")).toEqual([colorScheme]);
      release.resolve();
      await expect.poll(() => pictures()).toEqual([otherTheme]);
      await expect(opening(page).locator("img")).toHaveJSProperty("complete", true);
    },
  );
}
