import type { Page, Request } from "@playwright/test";
import { path } from "#cms/content/site.ts";
import { expect, nightly, test } from "../support/journey.ts";

const address = path("seo-consulting", "es");
const opening = (page: Page) => page.locator("main picture").first();
const switchOf = (page: Page) => page.getByRole("button", { name: "Cambiar entre claro y oscuro" });

/** Records the requests for a page's light and dark pictures, and the result of each, in order. */
async function watchPictures(page: Page) {
  const hashes = async (selector: string) => {
    const sets = await opening(page)
      .locator(selector)
      .evaluateAll((sources) => sources.map((source) => source.getAttribute("srcset") ?? ""));
    return sets.flatMap((set) => [...set.matchAll(/pictures\/(\w{12})/g)].map(([, hash]) => hash ?? ""));
  };
  const requests = new Map<Request, "under way" | "loaded" | "given up">();
  page.on("request", (request) => {
    if (request.url().includes("/pictures/")) requests.set(request, "under way");
  });
  for (const [event, result] of [
    ["requestfinished", "loaded"],
    ["requestfailed", "given up"],
  ] as const) {
    page.on(event as "requestfailed", (request) => {
      if (requests.has(request)) requests.set(request, result);
    });
  }
  /** Lists the themes whose picture request had this result. */
  return async (wantedResult = "loaded") => {
    const themes = {
      dark: await hashes("source[media]"),
      light: await hashes("source:not([media])"),
    };
    return [...requests]
      .filter(([, requestResult]) => requestResult === wantedResult)
      .map(([request]) =>
        (["light", "dark"] as const).find((theme) =>
          themes[theme].some((hash) => request.url().includes(hash)),
        ),
      );
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
      await expect.poll(() => pictures("given up")).toEqual([colorScheme]);
      release.resolve();
      await expect.poll(() => pictures()).toEqual([otherTheme]);
      await expect(opening(page).locator("img")).toHaveJSProperty("complete", true);
    },
  );
}
