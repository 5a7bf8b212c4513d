// Checks of the page that a component test has mounted. Only component tests may import this module.
import { expect } from "vitest";
import { page } from "vitest/browser";
import { inEveryLook, listViolations, resetLook, resizeWindow } from "./looks.ts";
import { listCutOff, listSmallTargets, listTooWide } from "./page-checks.ts";

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
