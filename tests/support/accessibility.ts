import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { contrastOnly, everyRule } from "./axe-options.ts";
import { listCutOff, listSmallTargets } from "./page-checks.ts";

/**
 * Lists what axe objects to within an element, its advice on good practice and the size of targets included. Only the contrast of
 * colours depends on the theme.
 */
export async function objections(page: Page, within = "html", isContrastOnly = false): Promise<unknown[]> {
  // It looks at the page alone: there are no frames to put together.
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

/** The page has followed what its window has become: it hears of that before a frame and while one is drawn. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Runs `look` on the page as it is shown in each theme, narrow and wide. */
export async function inEveryLook(
  page: Page,
  look: (name: string, isFirst: boolean) => Promise<void>,
): Promise<void> {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await drawn(page);
      await look(`${colorScheme}, ${width} px`, width === 360 && colorScheme === "light");
    }
  }
}

/** Returns by how many pixels the page is wider than its window, and what is cut off at its sides. */
export const cutOff = (page: Page): Promise<(number | string)[]> => page.evaluate(listCutOff);

/** Lists the touch targets that are lower than 44 px. */
export const tooSmall = (page: Page): Promise<string[]> => page.evaluate(listSmallTargets);
