import type { Page } from "@playwright/test";
import { objections } from "../support/accessibility.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { watchLayoutShifts } from "../support/layout-shifts.ts";

const bar = (page: Page, name = "Contacto") => page.getByRole("navigation", { name, exact: true });
const bringUp = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.scrollIntoView({ block: "end", behavior: "instant" }));

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } });

    test(
      "on a phone WhatsApp and the form are within reach, with what is being looked at",
      javaScriptEnabled ? nightly : {},
      async ({ page }) => {
        await page.goto("/sistemas-cctv");
        const links = bar(page).getByRole("link");
        await expect(links).toHaveCount(2);
        await expect(links.first()).toHaveAttribute("href", /^https:\/\/wa\.me\/\d+\?text=.*CCTV\.$/);
        for (const link of await links.all()) {
          await expect(link).toBeInViewport({ ratio: 1 });
          expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        }
        await links.getByText("Escríbenos").click();
        await expect(page).toHaveURL(/\/contacto/);
        await expect(page.locator("[name=service]")).toHaveValue("cctv");
      },
    );

    test(
      "it is away while the form is in view, and covers no end of a page",
      javaScriptEnabled ? {} : nightly,
      async ({ page }) => {
        await page.goto("/contacto");
        await expect(bar(page)).toBeVisible();
        await bringUp(page, "form [type=submit]");
        await expect(bar(page)).toBeHidden();
        await bringUp(page, "footer");
        await expect(bar(page)).toBeVisible();
        await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
        const [footer, box] = [await page.locator("footer").boundingBox(), await bar(page).boundingBox()];
        expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1);
      },
    );
  });
}

test("it is away while one types, moves nothing, and hinders no one", nightly, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const shifts = await watchLayoutShifts(page);
  await page.goto("/en/contact");
  await expect(bar(page, "Contact")).toBeVisible();
  expect(await objections(page, "nav")).toEqual([]);
  await page.locator("[name=message]").focus();
  await expect(bar(page, "Contact")).toBeHidden();
  expect(await shifts()).toEqual([]);
});

for (const press of ["click", "tap"] as const) {
  test.describe(`a press where it would come back: ${press}`, () => {
    test.use({ viewport: { width: 360, height: 800 }, hasTouch: true });

    test("sends the form, out of a field", press === "tap" ? {} : nightly, async ({ page }) => {
      await page.goto("/contacto");
      await page.locator("[name=name]").fill("Ana Solís");
      await page.locator("[name=email]").fill("ana@example.com");
      await page.locator("[name=message]").fill("Necesito una página.");
      // It is at the lower edge of the window then.
      await page.getByRole("button", { name: "Enviar mensaje" })[press]();
      await expect(page.getByText("Referencia:")).toBeVisible();
    });
  });
}

test("there is none where there is room, on paper, and on private pages", async ({ page }) => {
  await page.goto("/sistemas-cctv");
  await expect(bar(page)).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(bar(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bar(page)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.goto("/auth");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});
