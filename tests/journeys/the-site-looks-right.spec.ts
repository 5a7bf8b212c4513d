import type { Page, TestInfo } from "@playwright/test";
import sharp from "sharp";
import { type PageName, pageNames, path } from "#cms/content/site.ts";
import { sayIn } from "#cms/schema/say.ts";
import { sections } from "#cms/schema/sections.generated.ts";
import { readSeed } from "#cms/seed/documents.ts";
import { buildSite, serveFiles, siteOrigin } from "../support/built-site.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { launchedSections } from "../support/launch-copy.ts";
import {
  difference,
  fontsOf,
  isUpdate,
  keepPicture,
  kept,
  pictureOf,
  sectionPicture,
  settle,
} from "../support/look.ts";
import { lookedAtPages, testLooksOf } from "../support/page-looks.ts";
import { withProof } from "../support/proof-copy.ts";
import { servicePages } from "../support/public-addresses.ts";

test.use({ expectedErrors: /404/ });

test.skip(process.platform !== "linux", "Only Linux lets the tests choose the fonts of the pictures.");

test("the pages use the locked fonts, whatever fonts the machine has", async ({ page }) => {
  await page.goto("/");
  expect(await fontsOf(page, "h1")).toEqual(["NotoSerif-Regular"]);
  expect(await fontsOf(page, "main p")).toEqual(["Roboto-Regular"]);
});

testLooksOf(lookedAtPages.filter((page) => !servicePages.some((service) => service === page)));

test("the README shows the home page as it is", async ({ page }, info) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await settle(page);
  const screenshot = await page.screenshot({ animations: "disabled" });
  const before = await kept("home.png");
  const differs = before ? await difference(before, screenshot, 1) : "there is no picture of it yet";
  if (differs && isUpdate(info)) {
    const png = await sharp(screenshot).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
    await keepPicture("home.png", png);
    return;
  }
  expect(differs).toBeNull();
});

type Sections = (page: PageName) => { _type: string }[];
const proven: Sections = (page) => {
  const document = readSeed().find(({ _id }) => _id === page);
  return document ? (withProof(document).sections as { _type: string }[]) : [];
};

/** Lists section types, each with the first page that has one, and its index there. */
const shownKinds = (names: string[], sectionsOf: Sections) =>
  names.flatMap((name) => {
    for (const page of pageNames) {
      const place = sectionsOf(page).findIndex(({ _type }) => _type === name);
      if (place >= 0) return [{ name, page, place }];
    }
    return [];
  });

const kindNames = sections.map((section) => section(sayIn("es")).name);
const launched = shownKinds(kindNames, launchedSections);
/** The section types that the launch copy leaves empty, until the company has content for them. */
const left = shownKinds(
  kindNames.filter((name) => !launched.some((kind) => kind.name === name)),
  proven,
);

async function comparePictures(page: Page, origin: string, kinds: typeof launched, info: TestInfo) {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 853 });
  const differences: string[] = [];
  for (const name of new Set(kinds.map(({ page }) => page))) {
    await page.goto(`${origin}${path(name, "es")}`);
    await settle(page);
    const screenshot = await pictureOf(page);
    for (const kind of kinds.filter(({ page }) => page === name)) {
      const file = `../../cms/static/sections/${kind.name}.webp`;
      const now = await sectionPicture(page, screenshot, kind.place);
      const before = await kept(file);
      const differs = before ? await difference(before, now, 480 / 1280) : "there is no picture of it yet";
      if (differs && isUpdate(info)) await keepPicture(file, now);
      else if (differs) differences.push(`${kind.name}: ${differs}`);
    }
  }
  expect(differences).toEqual([]);
}

test("the Studio has the current picture of each section type in the launch copy", async ({ page }, info) => {
  await comparePictures(page, "", launched, info);
});

test(
  "the Studio has the current picture of each section type that the launch copy leaves empty",
  nightly,
  async ({ page }, info) => {
    test.setTimeout(300_000);
    expect([...launched, ...left].map(({ name }) => name).toSorted()).toEqual(kindNames.toSorted());
    const built = await buildSite("look", readSeed().map(withProof));
    await serveFiles(page, built.site);
    await comparePictures(page, siteOrigin, left, info);
    await built.close();
  },
);
