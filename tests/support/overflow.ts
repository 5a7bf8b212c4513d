import { expect, type Page } from "@playwright/test";
import { listTooWide } from "./page-checks.ts";

/** The widths at which what people write has to find its place. */
const widths = [320, 360, 1280];

/** Lists what is wider than the window or than its parent. */
export const tooWide = (page: Page): Promise<string[]> => page.evaluate(listTooWide as () => string[]);

/** Nothing on the page is wider than the place that it has, at any of the widths. */
export async function expectEverythingFits(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => tooWide(page), { message: `at ${width} px` }).toEqual([]);
  }
}
