import type { Page } from "@playwright/test";
import { listPageViolations } from "../support/accessibility.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { watchLayoutShifts } from "../support/layout-shifts.ts";

const bar = (page: Page, name = "Contacto") => page.getByRole("navigation", { name, exact: true });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, viewport: { width: 360, height: 740 } });

    test(
      "on a phone the bar offers WhatsApp and the form, with the page's service chosen",
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
  });
}

test(
  "the bar covers no end of a page, shifts nothing and has no accessibility violation",
  nightly,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const shifts = await watchLayoutShifts(page);
    await page.goto("/en/cctv-systems");
    await expect(bar(page, "Contact")).toBeVisible();
    expect(await listPageViolations(page, "nav")).toEqual([]);
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
    const boxes = [page.locator("footer"), bar(page, "Contact")].map((part) => part.boundingBox());
    const [footer, box] = await Promise.all(boxes);
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1);
    expect(await shifts()).toEqual([]);
  },
);

test("the bar is hidden on wide screens, on paper, on private pages and beside the form, whose button is near", async ({
  page,
}) => {
  await page.goto("/sistemas-cctv");
  await expect(bar(page)).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(bar(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(bar(page)).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.goto("/contacto");
  await expect(bar(page)).toHaveCount(0);
  const send = await page.getByRole("button", { name: "Enviar mensaje" }).boundingBox();
  expect(send?.y).toBeLessThanOrEqual(1_300);
  await page.goto("/auth");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
});
