// Checks of what a component test has mounted. Import it only there.
import { expect } from "vitest";
import { page } from "vitest/browser";
import { inEveryLook, listViolations, resetLook, resizeWindow } from "./looks.ts";
import { listCutOff, listSmallTargets, listTooWide } from "./page-checks.ts";

/** Expects that nothing is wider than its place, at any of the widths where long words have to fit. */
export async function expectEverythingFits(): Promise<void> {
  for (const width of [320, 360, 1280]) {
    await page.viewport(width, 740);
    await expect.poll(() => listTooWide(), { message: `at ${width} px` }).toEqual([]);
  }
  await resetLook();
}

/**
 * Expects that axe objects to nothing: in full in one look, to contrast in the others. Nothing is cut off on a narrow screen, and touch
 * targets are high enough.
 */
export async function expectAccessible(): Promise<void> {
  await inEveryLook(async (look, isFirst) => {
    // A target that is scrolled halfway below the header would count as a small one.
    scrollTo({ top: 0 });
    expect(await listViolations(!isFirst), look).toEqual([]);
  });
  await resizeWindow(320, 740);
  expect(listCutOff(), "320 px").toEqual([0]);
  await resizeWindow(360, 740);
  expect(listSmallTargets(), "targets").toEqual([]);
  await resetLook();
}
