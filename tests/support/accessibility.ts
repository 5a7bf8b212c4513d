import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { contrastOnly, everyRule, listLooks } from "./page-checks.ts";

/**
 * Lists axe's violations within an element, including best practices and target sizes.
 * @param isContrastOnly checks the contrast of colors alone, the only result that depends on the theme
 */
export async function listPageViolations(
  page: Page,
  within = "html",
  isContrastOnly = false,
): Promise<unknown[]> {
  // axe analyses only the page itself, so the page must have no frames.
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ options, within }) => {
      const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(within, options);
      return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]);
    },
    { options: isContrastOnly ? contrastOnly : everyRule, within },
  );
}

/** Waits until the page has followed a change of its window, which it hears of before a frame or during one. */
async function waitForDrawing(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Runs `check` in each theme, narrow and wide. */
export async function inEveryLook(
  page: Page,
  check: (name: string, isFirst: boolean) => Promise<void>,
): Promise<void> {
  for (const [index, { width, colorScheme }] of listLooks(Boolean(process.env.GATE)).entries()) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await waitForDrawing(page);
    await check(`${colorScheme}, ${width} px`, index === 0);
  }
}
