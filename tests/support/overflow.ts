import { expect, type Page } from "@playwright/test";
import { listTooWide } from "./page-checks.ts";

/** The widths at which visitors' texts have to fit. */
const widths = [320, 360, 1280];

/** Lists the elements that are wider than the window or than their parent. */
export const findTooWide = (page: Page): Promise<string[]> => page.evaluate(listTooWide as () => string[]);

/** Expects that nothing on the page is wider than its container, at each of the widths. */
export async function expectEverythingFits(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => findTooWide(page), { message: `at ${width} px` }).toEqual([]);
  }
}
