import sharp from "sharp";
import { isPrivate, languages, pages, path } from "#cms/content/site.ts";
import { expect, test } from "../support/journey.ts";
import {
  difference,
  fontsOf,
  isUpdate,
  keepPicture,
  kept,
  pictureOf,
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
