// The looks of a page in the component tests' browser: themes, widths, and checks of them.
import axe from "axe-core";
import { expect, inject } from "vitest";
import { cdp, page } from "vitest/browser";
import {
  contrastOnly,
  everyRule,
  listCutOff,
  listLooks,
  listSmallTargets,
  listTooWide,
} from "./page-checks.ts";

// Vitest's own type of the session is empty: the provider's augmentation does not reach re-exported interfaces.
type CdpSession = { send: (method: string, parameters: object) => Promise<unknown> };

/** Sends a command of the Chrome DevTools Protocol to the browser of the component tests. */
export const sendToBrowser = (method: string, parameters: object = {}) =>
  (cdp() as unknown as CdpSession).send(method, parameters);

/** Lists the violations that axe finds, including best practices and target sizes. */
export async function listViolations(isContrastOnly = false): Promise<unknown[]> {
  const { violations } = await axe.run(document, isContrastOnly ? contrastOnly : everyRule);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html).slice(0, 3)]);
}

/** Emulates the theme of the system. Without a theme it ends the emulation. */
async function emulateTheme(colorScheme?: "light" | "dark"): Promise<void> {
  const features = [{ name: "prefers-reduced-motion", value: "reduce" }];
  if (colorScheme) features.push({ name: "prefers-color-scheme", value: colorScheme });
  await sendToBrowser("Emulation.setEmulatedMedia", { features });
}

/** Emulates a system that forces its colors on pages. `resetLook` ends it. */
export async function forceColors(): Promise<void> {
  await sendToBrowser("Emulation.setEmulatedMedia", {
    features: [
      { name: "prefers-reduced-motion", value: "reduce" },
      { name: "forced-colors", value: "active" },
    ],
  });
}

/** Waits until the page has followed a change of its window, which it hears of before a frame or during one. */
const waitForDrawing = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** Changes the size of the window and waits until the page follows. */
export async function resizeWindow(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await waitForDrawing();
}

/** Restores the window and the theme. */
export async function resetLook(): Promise<void> {
  await page.viewport(1280, 800);
  await emulateTheme();
}

/** Checks the mounted page in both themes, and narrow and wide. `isFirst` is true in one of these looks. */
export async function inEveryLook(check: (look: string, isFirst: boolean) => Promise<void>): Promise<void> {
  for (const [index, { width, colorScheme }] of listLooks(inject("isGate")).entries()) {
    await page.viewport(width, 800);
    await emulateTheme(colorScheme);
    await waitForDrawing();
    await check(`${colorScheme}, ${width} px`, index === 0);
  }
}

/** Returns the pixels by which the document is larger than its window, across and down. */
export function getOverflow(): [number, number] {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.documentElement;
  return [scrollWidth - clientWidth, scrollHeight - clientHeight];
}

/** Expects that nothing is wider than its container, at each width where long words have to fit. */
export async function expectEverythingFits(): Promise<void> {
  for (const width of [320, 360, 1280]) {
    await page.viewport(width, 740);
    await expect.poll(() => listTooWide(), { message: `at ${width} px` }).toEqual([]);
  }
  await resetLook();
}

/**
 * Expects no axe violations: all rules in one look, contrast in the others.
 * Nothing may be cut off on a narrow screen, and touch targets must be high enough.
 */
export async function expectAccessible(): Promise<void> {
  await inEveryLook(async (look, isFirst) => {
    // A target that is scrolled halfway below the header would count as small.
    scrollTo({ top: 0 });
    expect(await listViolations(!isFirst), look).toEqual([]);
  });
  await resizeWindow(320, 740);
  expect(listCutOff(), "320 px").toEqual([0]);
  await resizeWindow(360, 740);
  expect(listSmallTargets(), "targets").toEqual([]);
  await resetLook();
}
