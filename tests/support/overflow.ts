import { expect, type Page } from "@playwright/test";

/** The widths at which what people write has to find its place. */
const widths = [320, 360, 1280];

/** What is longer than any line: one word, and an address as it is pasted. */
export const longWord = "Supercalifragilístico".repeat(240).slice(0, 5000);
export const longAddress = `https://example.com/catalogo?${"articulo=0123456789&".repeat(300)}`.slice(
  0,
  5000,
);

/** Everything shown that is wider than the window or than what it stands in, in words. */
export const tooWide = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const name = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? "").trim().slice(0, 24)}”`;
    const found = [...document.body.querySelectorAll<HTMLElement>("*")].flatMap((element) => {
      const parent = element.parentElement as HTMLElement;
      const style = getComputedStyle(element);
      const { width, left, right } = element.getBoundingClientRect();
      // What is cut off on purpose, and what takes its place from elsewhere, does not widen anything.
      const cut = element.closest("svg, [hidden], option") || element.parentElement?.closest("svg");
      if (width <= 1 || cut || style.position !== "static" || getComputedStyle(parent).display === "contents")
        return [];
      for (let each: HTMLElement | null = parent; each; each = each.parentElement) {
        if (getComputedStyle(each).overflowX !== "visible" && each !== root && each !== document.body)
          return [];
      }
      const wider =
        width > parent.getBoundingClientRect().width + 1 &&
        Number.parseFloat(style.marginLeft) >= 0 &&
        Number.parseFloat(style.marginRight) >= 0;
      return left < -1 || right > root.clientWidth + 1 || wider
        ? [`${name(element)}: ${Math.round(width)}`]
        : [];
    });
    if (root.scrollWidth > root.clientWidth) found.unshift(`document: ${root.scrollWidth}`);
    return found.slice(0, 8);
  });

/** Nothing on the page is wider than the place that it has, at any of the widths. */
export async function expectEverythingFits(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(() => tooWide(page), { message: `at ${width} px` }).toEqual([]);
  }
}
