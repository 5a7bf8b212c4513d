import type { RunOptions } from "axe-core";

/** All rules of axe, including best practices and target sizes. */
export const everyRule: RunOptions = {
  resultTypes: ["violations"],
  rules: { "target-size": { enabled: true }, "label-content-name-mismatch": { enabled: true } },
};

/** The widths of the window and the themes in which pages are checked. The gate takes each of both once. */
export const listLooks = (isGate: boolean) =>
  ([360, 1280] as const)
    .flatMap((width) => (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })))
    .filter(({ width, colorScheme }) => !isGate || (width === 360) === (colorScheme === "light"));

/** The contrast of colors, the only rule whose result depends on the theme. */
export const contrastOnly: RunOptions = {
  resultTypes: ["violations"],
  runOnly: { type: "rule", values: ["color-contrast"] },
};

// The checks of a page's layout run in its browser: directly in component tests, through `page.evaluate` in journeys.
// The functions do not call each other, because only one function's source reaches the browser.

/** Returns the pixels by which the page is wider than its window, and the elements that are cut off at its sides. */
export function listCutOff(): (number | string)[] {
  const { clientWidth, scrollWidth } = document.documentElement;
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const cutElements = [...document.querySelectorAll("main *, footer *, header a, header button")].filter(
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
  return [scrollWidth - clientWidth, ...cutElements.map(({ outerHTML }) => outerHTML.slice(0, 120))];
}

/** Lists the touch targets that are lower than 44 px. Links within a sentence do not count. */
export function listSmallTargets(): string[] {
  return (
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
      .map(({ what, height }) => `${height} ${what}`)
  );
}

/** Lists the elements that are wider than a document's window or than their parent, at most eight. */
export function listTooWide(shownDocument = document): string[] {
  const root = shownDocument.documentElement;
  const describeElement = (element: Element) =>
    `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? "").trim().slice(0, 24)}”`;
  const tooWideElements = [...shownDocument.body.querySelectorAll<HTMLElement>("*")].flatMap((element) => {
    const parent = element.parentElement as HTMLElement;
    const style = getComputedStyle(element);
    const { width, left, right } = element.getBoundingClientRect();
    // Clipped, and positioned, elements do not widen anything.
    const isClipped = element.closest("svg, [hidden], option") || element.parentElement?.closest("svg");
    if (
      width <= 1 ||
      isClipped ||
      style.position !== "static" ||
      getComputedStyle(parent).display === "contents"
    )
      return [];
    for (let ancestor: HTMLElement | null = parent; ancestor; ancestor = ancestor.parentElement) {
      if (
        getComputedStyle(ancestor).overflowX !== "visible" &&
        ancestor !== root &&
        ancestor !== shownDocument.body
      )
        return [];
    }
    const isWider =
      width > parent.getBoundingClientRect().width + 1 &&
      Number.parseFloat(style.marginLeft) >= 0 &&
      Number.parseFloat(style.marginRight) >= 0;
    return left < -1 || right > root.clientWidth + 1 || isWider
      ? [`${describeElement(element)}: ${Math.round(width)}`]
      : [];
  });
  if (root.scrollWidth > root.clientWidth) tooWideElements.unshift(`document: ${root.scrollWidth}`);
  return tooWideElements.slice(0, 8);
}
