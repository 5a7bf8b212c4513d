import type { Page } from "@playwright/test";
import { isPrivate, languages, pages, path } from "#cms/content/site.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { company } from "../support/launch-copy.ts";

test.use({ expectedErrors: /404/ });

const addresses = [
  ...pages
    .filter((page) => !isPrivate(page))
    .flatMap((page) => languages.map((language) => path(page, language))),
  "/no-existe",
  "/en/does-not-exist",
];

/** A page of each kind for the gate; the others run nightly. */
const gateAddresses = ["/", path("technical-support", "en"), "/no-existe"];

/** Lists visible elements that are not black on white: with a background, or with another text color. */
const listColoredElements = (page: Page) =>
  page.evaluate(() => {
    const clear = "rgba(0, 0, 0, 0)";
    const coloredElements = [];
    for (const element of document.querySelectorAll<HTMLElement>("body, body *:not(svg *)")) {
      if (!element.checkVisibility()) continue;
      for (const pseudo of [null, "::before", "::after"]) {
        const style = getComputedStyle(element, pseudo);
        if (pseudo && style.content === "none") continue;
        const { backgroundColor, backgroundImage, color } = style;
        if (backgroundColor === clear && backgroundImage === "none" && color === "rgb(0, 0, 0)") continue;
        coloredElements.push(`${element.outerHTML.slice(0, 80)} ${pseudo ?? ""} ${backgroundColor} ${color}`);
      }
    }
    return coloredElements;
  });

for (const address of addresses) {
  const details = gateAddresses.includes(address) ? {} : nightly;
  test(`${address} is printed dark on white, without menus, in either theme`, details, async ({ page }) => {
    await page.goto(address);
    const heading = page.getByRole("heading", { level: 1 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ media: "print", colorScheme });
      await expect(heading).toBeVisible();
      await expect(page.getByRole("banner").getByRole("link").filter({ visible: true })).toHaveCount(1);
      await expect(page.getByRole("navigation")).toHaveCount(0);
      await expect(page.getByRole("button")).toHaveCount(0);
      await expect(page.getByRole("contentinfo")).toContainText(company.email);
      await expect.poll(() => listColoredElements(page)).toEqual([]);
    }
  });
}

test("a chosen dark theme is not printed", nightly, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("theme", "dark"));
  await page.goto("/");
  await expect(page.locator("html[data-theme=dark]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => listColoredElements(page)).toEqual([]);
});

test("lazy pictures load when the print shortcut is pressed, and not before", async ({ page }) => {
  // The page is so long that its end is beyond what any browser loads in advance.
  await page.setViewportSize({ width: 320, height: 400 });
  await page.goto("/sistemas-cctv");
  const countLazy = () => page.locator("img[loading=lazy]").count();
  const countMissing = () =>
    page.evaluate(
      () => [...document.images].filter((image) => !image.complete || image.naturalWidth === 0).length,
    );
  expect(await countMissing()).toBeGreaterThan(0);
  const lazyBefore = await countLazy();
  for (const key of ["Control", "Meta", "p", "Control+a"]) await page.keyboard.press(key);
  await page.mouse.move(160, 200);
  await page.evaluate(() => document.documentElement.dispatchEvent(new MouseEvent("mouseleave")));
  expect(await countLazy()).toBe(lazyBefore);
  await page.keyboard.press("Control+p");
  expect(await countLazy()).toBe(0);
  await expect.poll(countMissing).toBe(0);
});
