import { path } from "#cms/content/site.ts";
import { inEveryLook, listPageViolations } from "../support/accessibility.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { publicAddresses, servicePages } from "../support/public-addresses.ts";

test.use({ expectedErrors: /404/ });

/** Half of the public addresses in groups, so that the gate checks every page in one of its languages. */
const axeGroups = {
  "home, contact and privacy": ["/", "/en/contact", "/privacidad"],
  "service pages": servicePages.map((page, index) => path(page, index % 2 === 0 ? "es" : "en")),
  "sign-in and not-found pages": ["/auth", "/en/does-not-exist"],
};

for (const [name, group] of Object.entries(axeGroups)) {
  test(`axe finds no violation in one look of the ${name}, and enough contrast in the others`, async ({
    page,
  }) => {
    for (const address of group) {
      await page.goto(address);
      await inEveryLook(page, async (look, isFirst) =>
        expect(await listPageViolations(page, "html", !isFirst), `${address}, ${look}`).toEqual([]),
      );
    }
  });
}

for (const address of publicAddresses) {
  test(`axe finds no violation on ${address} in any look`, nightly, async ({ page }) => {
    await page.goto(address);
    await inEveryLook(page, async (look) => expect(await listPageViolations(page), look).toEqual([]));
  });
}

test("axe finds no violation in the opened menus", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/marketing-digital");
  for (const [width, name] of [
    [1280, "Servicios"],
    [360, "Menú"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const opener = page.getByRole("banner").getByRole("button", { name });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("banner").getByRole("link", { name: "Sistemas CCTV" })).toBeVisible();
    expect(await listPageViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  }
});
