import { expect, nightly, test } from "../support/journey.ts";
import { listLaunchAnchors, listLaunchMenu } from "../support/launch-copy.ts";
import { watchLayoutShifts } from "../support/layout-shifts.ts";

type MenuSection = ReturnType<typeof listLaunchMenu>[number];

/** Returns the anchor of the first section of a type on the CCTV page. */
const getCctvAnchor = (sectionType: string) =>
  `#${listLaunchAnchors("cctv").find(({ _type }) => _type === sectionType)?.anchor}`;
/** The last two sections in the menu of the SEO page. */
const [firstSection, lastSection] = listLaunchMenu("seo-consulting").slice(-2) as [MenuSection, MenuSection];
const menu = { es: "En esta página", en: "On this page" };

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the buttons of the CCTV page lead to the quote, to the features and to the contact page", async ({
    page,
  }) => {
    await page.goto("/en/cctv-systems");
    await page.getByRole("link", { name: "View Features" }).first().click();
    await expect(page.locator(getCctvAnchor("featureGrid"))).toBeInViewport();
    await page.getByRole("link", { name: "Request Quote" }).first().click();
    await expect(page.locator(getCctvAnchor("contactCards"))).toBeInViewport();
    await page.getByRole("link", { name: "Contact Now" }).first().click();
    await expect(page).toHaveURL("/en/contact?service=cctv#formulario");
  });
});

test("the page's own menu marks the section in view, and none above the first", async ({ page }) => {
  await page.goto("/seo-consulting");
  const links = page.getByRole("navigation", { name: menu.es });
  const getMenuLink = ({ navigationLabel }: MenuSection) =>
    links.getByRole("link", { name: navigationLabel.es, exact: true });
  await getMenuLink(firstSection).click();
  await expect(getMenuLink(firstSection)).toHaveAttribute("aria-current", "location");
  await expect(links.locator("[aria-current]")).toHaveCount(1);
  await page
    .locator(`#${lastSection.anchor}`)
    .evaluate((section) => section.scrollIntoView({ behavior: "instant" }));
  await expect(getMenuLink(lastSection)).toHaveAttribute("aria-current", "location");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(links.locator("[aria-current]")).toHaveCount(0);
});

/** The last scroll direction decides whether the header shows, also without JavaScript. */
for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "still without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 640 } });

    test(
      "on a phone the header hides when scrolling down, and returns when scrolling up",
      javaScriptEnabled ? {} : nightly,
      async ({ page }) => {
        await page.goto("/seo-consulting");
        const header = page.getByRole("banner");
        const button = header.getByRole("button", { name: "Menú" });
        const english = header.getByRole("link", { name: "English" });
        const sections = page.getByRole("navigation", { name: menu.es });
        const section = page.locator(`#${lastSection.anchor}`);
        const scroll = async (distance: number) => {
          await page.mouse.move(180, 500);
          await page.mouse.wheel(0, distance);
        };

        await scroll(900);
        await expect(button).not.toBeInViewport();
        await expect(sections).toBeInViewport({ ratio: 1 });
        await scroll(-200);
        await expect(button).toBeInViewport({ ratio: 1 });
        await expect(english).toBeInViewport({ ratio: 1 });
        await expect(sections).toBeInViewport({ ratio: 1 });

        // The page's own menu scrolls to a section without covering it, whether the header is whole or not.
        for (const distance of [-10, 10]) {
          await scroll(distance);
          await sections.getByRole("link", { name: lastSection.navigationLabel.es, exact: true }).click();
          await expect(section).toBeInViewport();
          await expect
            .poll(
              async () =>
                ((await section.boundingBox())?.y ?? 0) - ((await header.boundingBox())?.height ?? 0),
            )
            .toBeGreaterThanOrEqual(0);
        }

        await scroll(100);
        await expect(button).not.toBeInViewport();
        await scroll(-40);
        await button.click();
        await scroll(200);
        await page
          .getByRole("navigation", { name: "Principal" })
          .getByRole("link", { name: "Contacto" })
          .click();
        await expect(page).toHaveURL("/contacto");
      },
    );
  });
}

test(
  "the header hides and returns without layout shifts, and appears for the keyboard focus",
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const shifts = await watchLayoutShifts(page);
    await page.goto("/seo-consulting");
    const button = page.getByRole("banner").getByRole("button", { name: "Menú" });
    await page.mouse.move(180, 500);
    for (const distance of [900, -200, 300]) {
      await page.mouse.wheel(0, distance);
      if (distance > 0) await expect(button).not.toBeInViewport();
      else await expect(button).toBeInViewport({ ratio: 1 });
    }
    expect(await shifts()).toEqual([]);

    await page.getByRole("banner").getByRole("link", { name: "English" }).focus();
    await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await expect(button).toBeInViewport({ ratio: 1 });
  },
);

test("the language switch keeps the section that was scrolled to", async ({ page }) => {
  // The test uses no mouse, because the header moves when the page scrolls.
  const switchTo = async (name: string) => {
    const link = page.getByRole("banner").getByRole("link", { name });
    await link.evaluate((element) => element.focus({ preventScroll: true }));
    await page.keyboard.press("Enter");
  };
  await page.goto("/seo-consulting");
  const section = page.locator(`#${firstSection.anchor}`);
  await section.evaluate((element) => element.scrollIntoView({ behavior: "instant" }));
  await switchTo("English");
  await expect(page).toHaveURL(`/en/seo-consulting#${firstSection.anchor}`);
  await expect(section).toBeInViewport();
  // While a page loads, the browser scrolls to the section of the address repeatedly.
  await page.waitForLoadState("load");
  await expect(async () => {
    const top = await page.evaluate(async () => {
      scrollTo({ top: 0, behavior: "instant" });
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      return scrollY;
    });
    expect(top).toBe(0);
  }).toPass();
  await switchTo("Español");
  await expect(page).toHaveURL("/seo-consulting");
});
