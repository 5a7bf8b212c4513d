import type { Page, TestInfo } from "@playwright/test";
import sharp from "sharp";
import { isPrivate, languages, type PageName, pageNames, pages, path } from "#cms/content/site.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { buildSite, serveFiles, siteOrigin } from "../support/built-site.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { listLaunchSections } from "../support/launch-copy.ts";
import {
  capturePage,
  comparePicture,
  cutSectionPicture,
  listFonts,
  settle,
  toSmallPicture,
} from "../support/look.ts";
import { addProof, addSamples, sectionTypeNames } from "../support/proof-copy.ts";

test.use({ expectedErrors: /404/ });

test.skip(process.platform !== "linux", "Only Linux lets the tests choose the fonts of the pictures.");

test("the pages use the locked fonts, whatever fonts the machine has", async ({ page }) => {
  await page.goto("/");
  expect(await listFonts(page, "h1")).toEqual(["NotoSerif-Regular"]);
  expect(await listFonts(page, "main p")).toEqual(["Roboto-Regular"]);
});

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
 * Returns the look of a screen that the gate compares, or undefined: one of each page, in Spanish or English. It
 * alternates from page to page.
 */
const getGateLook = (index: number) =>
  index % 2 === Math.floor(index / 2) % 2 ? looks[index % looks.length] : undefined;

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
    const picture = await toSmallPicture(await capturePage(page), scale);
    differences.push(...(await comparePicture(info, file, picture, scale)));
  }
  expect(differences).toEqual([]);
}

/** Returns the look of a screen that the gate compares, 10 of 120 in all, or the others. */
const chooseLooks = (screen: PageScreen, isGate: boolean) =>
  looks.filter((look) => (look === getGateLook(screens.indexOf(screen))) === isGate);

for (const name of new Set(screens.map(({ name }) => name.split(".")[0]))) {
  const pageScreens = screens.filter((screen) => screen.name.startsWith(`${name}.`));
  test(`the page ${name} matches its picture of the gate`, async ({ page }, info) => {
    for (const screen of pageScreens) await compareLooks(page, info, screen, chooseLooks(screen, true));
  });
  test(`the page ${name} matches its eleven other pictures`, nightly, async ({ page }, info) => {
    for (const screen of pageScreens) await compareLooks(page, info, screen, chooseLooks(screen, false));
  });
}

test("the README shows the home page as it is", async ({ page }, info) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await settle(page);
  const screenshot = sharp(await page.screenshot({ animations: "disabled" }));
  const picture = await screenshot.png({ palette: true, quality: 90, effort: 10 }).toBuffer();
  expect(await comparePicture(info, "home.png", picture, 1)).toEqual([]);
});

type ListSections = (page: PageName) => { _type: string }[];
/** The launch copy with every section type, also those that it leaves out or empty. */
const sampleDocuments = addSamples(readSeed().map(addProof));
const listSampleSections: ListSections = (page) =>
  (sampleDocuments.find(({ _id }) => _id === page)?.sections ?? []) as { _type: string }[];

/** Lists section types, each with the first page that has one, and its index there. */
const locateSectionTypes = (names: string[], sectionsOf: ListSections) =>
  names.flatMap((name) => {
    for (const page of pageNames) {
      const index = sectionsOf(page).findIndex(({ _type }) => _type === name);
      if (index >= 0) return [{ name, page, place: index }];
    }
    return [];
  });

const launchTypes = locateSectionTypes(sectionTypeNames, listLaunchSections);
/** The section types that the launch copy leaves out, or empty until the company has content for them. */
const sampleTypes = locateSectionTypes(
  sectionTypeNames.filter((name) => !launchTypes.some((kind) => kind.name === name)),
  listSampleSections,
);

async function comparePictures(page: Page, origin: string, sectionTypes: typeof launchTypes, info: TestInfo) {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 853 });
  const differences: string[] = [];
  for (const name of new Set(sectionTypes.map(({ page }) => page))) {
    await page.goto(`${origin}${path(name, "es")}`);
    await settle(page);
    const screenshot = await capturePage(page);
    for (const sectionType of sectionTypes.filter(({ page }) => page === name)) {
      const file = `../../cms/static/sections/${sectionType.name}.webp`;
      const picture = await cutSectionPicture(page, screenshot, sectionType.place);
      differences.push(...(await comparePicture(info, file, picture, 480 / 1280)));
    }
  }
  expect(differences).toEqual([]);
}

test(
  "the Studio has the current picture of each section type in the launch copy",
  nightly,
  async ({ page }, info) => {
    await comparePictures(page, "", launchTypes, info);
  },
);

test(
  "the Studio has the current picture of each section type that the launch copy leaves out or empty",
  nightly,
  async ({ page }, info) => {
    test.setTimeout(300_000);
    const built = await buildSite("look", sampleDocuments);
    await serveFiles(page, built.site);
    await comparePictures(page, siteOrigin, sampleTypes, info);
    await built.close();
  },
);
