import type { Page, TestInfo } from "@playwright/test";
import { isPrivate, languages, pages, path } from "#cms/content/site.ts";
import { expect, nightly, test } from "./journey.ts";
import {
  capturePage,
  describeDifference,
  isUpdate,
  readStoredPicture,
  settle,
  storePicture,
  toSmallPicture,
} from "./look.ts";

const screens = [
  ...pages
    .filter((page) => !isPrivate(page))
    .flatMap((page) =>
      languages.map((language) => ({ name: `${page}.${language}`, address: path(page, language) })),
    ),
  { name: "not-found.es", address: "/no-existe" },
  { name: "not-found.en", address: "/en/does-not-exist" },
];
/** The widths of the window in px, the scale of their stored pictures, and the theme. */
const looks = [
  { width: 360, scale: 1 / 3 },
  { width: 768, scale: 1 / 4 },
  { width: 1280, scale: 1 / 4 },
].flatMap((size) => (["light", "dark"] as const).map((colorScheme) => ({ ...size, colorScheme })));
/**
 * Returns the two looks of a screen that the gate compares: another width and the other theme, alternating from screen
 * to screen.
 */
const getGateLooks = (index: number) => [looks[index % 6], looks[(index + 3) % 6]];

type PageScreen = (typeof screens)[number];
type PageLook = (typeof looks)[number];

/** Compares a screen with its pictures, or writes them. */
async function compareLooks(page: Page, info: TestInfo, screen: PageScreen, chosenLooks: PageLook[]) {
  const [firstLook] = chosenLooks;
  if (!firstLook) return;
  // The page opens at the first width. A picture that began to load for another width can stay, and its height differs
  // by a fraction of a pixel.
  await page.setViewportSize({ width: firstLook.width, height: 800 });
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: firstLook.colorScheme });
  await page.goto(screen.address);
  const differences: string[] = [];
  for (const { width, scale, colorScheme } of chosenLooks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const file = `pages/${screen.name}.${width}.${colorScheme}.webp`;
    const newPicture = await toSmallPicture(await capturePage(page), scale);
    const storedPicture = await readStoredPicture(file);
    const change = storedPicture
      ? await describeDifference(storedPicture, newPicture, scale)
      : "there is no picture of it yet";
    if (!change) continue;
    if (isUpdate(info)) await storePicture(file, newPicture);
    else {
      differences.push(`${file}: ${change}`);
      await info.attach(file, { body: newPicture, contentType: "image/webp" });
    }
  }
  expect(differences).toEqual([]);
}

/** Returns whether the gate compares a look. It compares 40 of 120; the nightly run compares the others. */
const isInGate = (screen: PageScreen, look: PageLook) => getGateLooks(screens.indexOf(screen)).includes(look);

/** The names of the public pages and of the not-found page. */
export const comparedPages = [...new Set(screens.map(({ name }) => name.split(".")[0] ?? ""))];

/** Declares the tests that compare these pages with their pictures. */
export function testLooksOf(pageNames: string[]): void {
  for (const page of pageNames) {
    const pageScreens = screens.filter(({ name }) => name.startsWith(`${page}.`));
    test(`the page ${page} matches its four pictures of the gate`, async ({ page }, info) => {
      for (const screen of pageScreens) {
        await compareLooks(
          page,
          info,
          screen,
          looks.filter((look) => isInGate(screen, look)),
        );
      }
    });
    test(`the page ${page} matches its eight other pictures`, nightly, async ({ page }, info) => {
      for (const screen of pageScreens) {
        await compareLooks(
          page,
          info,
          screen,
          looks.filter((look) => !isInGate(screen, look)),
        );
      }
    });
  }
}
