import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

const contrastOnly: RunOptions = {
  resultTypes: ["violations"],
  runOnly: { type: "rule", values: ["color-contrast"] },
};
const options: RunOptions = { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } };

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
    { options: isContrastOnly ? contrastOnly : options, within },
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

/** By how many pixels the page is wider than its window, and what is cut at its sides. */
export async function cutOff(page: Page): Promise<(number | string)[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const cut = [...document.querySelectorAll("main *, footer *, header a, header button")].filter(
      (element) => {
        const { left, right, width } = element.getBoundingClientRect();
        return (
          width > 1 &&
          (right > clientWidth + 1 || left < -1) &&
          element.closest("svg") === null &&
          !scrolls(element)
        );
      },
    );
    return [scrollWidth - clientWidth, ...cut.map(({ outerHTML }) => outerHTML.slice(0, 120))];
  });
}

/** What can be touched and is lower than 44 px, words within a sentence aside. */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== "inline")
      // The link of a card is as large as the card.
      .filter((element) => getComputedStyle(element, "::after").position !== "absolute")
      .filter((element) => element.closest("a, label") === element || element.closest("label") === null)
      .map((element) => ({
        what: element.outerHTML.slice(0, 120),
        ...element.getBoundingClientRect().toJSON(),
      }))
      .filter(({ width, height }) => width > 1 && height < 43.5)
      .map(({ what, height }) => `${height} ${what}`),
  );
}
