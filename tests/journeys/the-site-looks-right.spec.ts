import type { Page, TestInfo } from "@playwright/test";
import sharp from "sharp";
import { languages } from "#functions/contract/languages.ts";
import { isPrivate, pages, path } from "#web/app/paths.ts";
import { expect, test } from "../support/journey.ts";
import { difference, fontsOf, isUpdate, keepPicture, kept, settle, small } from "../support/look.ts";

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

const fontsFile = "fonts.json";

/** Leaves the comparison out, visibly, where letters are as wide as on no machine that made the pictures. */
async function withSameFonts(page: Page, info: TestInfo): Promise<void> {
  const fonts = (await fontsOf(page)).join(", ");
  if (isUpdate(info)) return keepPicture(fontsFile, `[${fonts}]\n`);
  const before = (JSON.parse((await kept(fontsFile))?.toString() ?? "[]") as number[]).join(", ");
  test.skip(
    fonts !== before,
    `The pictures were made with other fonts (${before}; here ${fonts}): they say nothing about this machine.`,
  );
}

for (const { name, address } of screens) {
  test(`${address} looks as it did, at every width, in both themes`, async ({ page }, info) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(address);
    await withSameFonts(page, info);
    const differences: string[] = [];
    for (const { width, scale } of widths) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await settle(page);
        const file = `pages/${name}.${width}.${colorScheme}.webp`;
        const now = await small(await page.screenshot({ fullPage: true, animations: "disabled" }), scale);
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
  await withSameFonts(page, info);
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
