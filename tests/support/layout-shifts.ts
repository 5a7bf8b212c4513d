import type { Page } from "@playwright/test";

type Box = Pick<DOMRectReadOnly, "x" | "y" | "width" | "height">;
type LayoutShift = PerformanceEntry & {
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: Box; currentRect: Box }[];
};

/**
 * Records layout shifts in every document that the page opens from now on.
 * @returns a function that lists them, a line for each shift with the moved elements
 */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(globalThis, { shifts });
    const formatBox = ({ x, y, width, height }: Box) => `${x},${y} ${width}×${height}`;
    new PerformanceObserver((list) => {
      for (const { sources, startTime, hadRecentInput } of list.getEntries() as LayoutShift[]) {
        const movedElements = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName} "${node?.textContent?.slice(0, 20)}" ${formatBox(previousRect)} → ${formatBox(currentRect)}`,
        );
        shifts.push(
          `${Math.round(startTime)} ms${hadRecentInput ? ", after input" : ""}: ${movedElements.join("; ")}`,
        );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts);
}
