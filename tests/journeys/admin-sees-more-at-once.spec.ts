import type { Page } from "@playwright/test";
import { objections } from "../support/accessibility.ts";
import { enterInbox, newMark, rowOf, rowsOf, scrollUntil, seedMessages } from "../support/inbox.ts";
import { expect, test } from "../support/journey.ts";

test.use({ viewport: { width: 1280, height: 800 } });

/** How many rows are seen from their upper to their lower edge. */
const wholeRows = (page: Page) =>
  rowsOf(page).evaluateAll((rows) => {
    const place = rows[0]?.closest("ul")?.parentElement?.getBoundingClientRect();
    return rows.filter((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return place && top >= place.top - 1 && bottom <= place.bottom + 1;
    }).length;
  });

for (const [language, address, label] of [
  ["Spanish", "/buzon", "Filas compactas"],
  ["English", "/en/inbox", "Compact rows"],
] as const) {
  test(`compact rows are a choice that this browser remembers, and show fourteen messages in a window of 800 px in ${language}`, async ({
    page,
  }) => {
    const mark = newMark();
    await seedMessages(mark, 40);
    await enterInbox(page, `${address}?q=${mark}`);
    await expect(rowsOf(page).first()).toBeVisible();
    const choice = page.getByRole("button", { name: label });
    await expect(choice).toHaveAttribute("aria-pressed", "false");
    expect(await wholeRows(page)).toBeLessThan(8);
    await choice.click();
    await expect(choice).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(14);
    expect(await objections(page)).toEqual([]);
    await page.reload();
    await expect(choice).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(14);

    await page.setViewportSize({ width: 800, height: 800 });
    await expect(choice).toBeHidden();
    await expect.poll(() => wholeRows(page)).toBeLessThan(8);
  });
}

test("a key changes the rows, what stood at the top stays there, and the last one can be reached", async ({
  page,
}) => {
  const mark = newMark();
  await seedMessages(mark, 120);
  await enterInbox(page, `/buzon?q=${mark}`);
  await expect(rowOf(page, "Persona 1")).toBeVisible();
  const scroller = page.getByRole("region", { name: "Mensajes", exact: true }).locator("ul").locator("..");
  await scroller.evaluate((element) => element.scrollTo({ top: 20 * 108 }));
  await expect(rowOf(page, "Persona 21")).toBeInViewport();
  const topOf = async (name: string) =>
    ((await rowOf(page, name).boundingBox())?.y ?? 0) - ((await scroller.boundingBox())?.y ?? 0);
  expect(Math.abs(await topOf("Persona 21"))).toBeLessThan(2);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("d");
  await expect.poll(() => wholeRows(page)).toBeGreaterThanOrEqual(14);
  await expect.poll(() => topOf("Persona 21")).toBeLessThan(2);
  await scrollUntil(page, rowOf(page, "Persona 120"));
  await page.keyboard.press("j");
  await page.keyboard.press("End");
  await expect(rowOf(page, "Persona 120").getByRole("link")).toBeFocused();
  await expect(rowOf(page, "Persona 120")).toBeInViewport({ ratio: 1 });
});
