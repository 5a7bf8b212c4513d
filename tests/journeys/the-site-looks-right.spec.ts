import sharp from "sharp";
import { isPrivate, languages, pageNames, pages, path } from "#cms/content/site.ts";
import { sayIn } from "#cms/schema/say.ts";
import { sections } from "#cms/schema/sections.generated.ts";
import { expect, test } from "../support/journey.ts";
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
  small,
} from "../support/look.ts";

test.use({ expectedErrors: [/404/] });

const screens = [
  ...pages
    .filter((page) => !isPrivate(page))
    .flatMap((page) =>
      languages.map((language) => ({ name: `${page}.${language}`, address: path(page, language) })),
    ),
  { name: "not-found.es", address: "/no-existe" },
  { name: "not-found.en", address: "/en/does-not-exist" },
];
/** Widths of the window in px, and how much smaller their pictures are kept. */
const widths = [
  { width: 360, scale: 1 / 3 },
  { width: 768, scale: 1 / 4 },
  { width: 1280, scale: 1 / 4 },
];

test.skip(process.platform !== "linux", "Only on Linux a browser can be given the fonts of the pictures.");

test("the pages are set in the locked fonts, whatever else this machine has", async ({ page }) => {
  await page.goto("/");
  expect(await fontsOf(page, "h1")).toEqual(["NotoSerif-Regular"]);
  expect(await fontsOf(page, "main p")).toEqual(["Roboto-Regular"]);
});

for (const { name, address } of screens) {
  test(`${address} looks as it did, at every width, in both themes`, async ({ page }, info) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(address);
    const differences: string[] = [];
    for (const { width, scale } of widths) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        const file = `pages/${name}.${width}.${colorScheme}.webp`;
        const now = await small(await pictureOf(page), scale);
        const before = await kept(file);
        const differs = before ? await difference(before, now, scale) : "there is no picture of it yet";
        if (!differs) continue;
        if (isUpdate(info)) await keepPicture(file, now);
        else {
          differences.push(`${file}: ${differs}`);
          await info.attach(file, { body: now, contentType: "image/webp" });
        }
      }
    }
    expect(differences).toEqual([]);
  });
}

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

/** A kind of section with the first page of the launch copy that has one, and its place there. */
const shownKinds = () =>
  sections.map((section) => {
    const { name } = section(sayIn("es"));
    for (const page of pageNames) {
      const place = launchedSections(page).findIndex(({ _type }) => _type === name);
      if (place >= 0) return { name, page, place };
    }
    throw new Error(`The launch copy has no ${name}.`);
  });

test("the Studio offers each kind of section by a picture of it", async ({ page }, info) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.setViewportSize({ width: 1280, height: 853 });
  const differences: string[] = [];
  const kinds = shownKinds();
  for (const name of new Set(kinds.map(({ page }) => page))) {
    await page.goto(path(name, "es"));
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
});
