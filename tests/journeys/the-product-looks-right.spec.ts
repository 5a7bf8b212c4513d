// The launch copy shows the inbox and the Studio of a product with sample messages, in both languages and themes.
// `--update-snapshots` takes the screenshots again.
import type { Page, TestInfo } from "@playwright/test";
import sharp from "sharp";
import { type Language, languages, path } from "#cms/content/site.ts";
import { createLabelFn } from "#cms/schema/labels.ts";
import { expect, nightly, test } from "../support/journey.ts";
import { getLaunchSection } from "../support/launch-copy.ts";
import { comparePicture } from "../support/look.ts";
import { newestSample, sampledAt, seedSampleMessages } from "../support/sample-messages.ts";
import { prepareForStudio, signInByCalls, startOwnProduct } from "../support/studio.ts";

prepareForStudio();
test.skip(process.platform !== "linux", "Only Linux lets the tests choose the fonts of the pictures.");

const product = startOwnProduct();

/** The window in px, and the pixels of the picture per px. */
type Size = { width: number; height: number; scale: number; rows?: [top: number, bottom: number] };
/** The windows of the screenshots. `rows` are the shown ones; without them a picture shows the main part of the page. */
const sizes: Record<string, Size> = {
  inbox: { width: 1232, height: 740, scale: 1.5 },
  "inbox-phone": { width: 390, height: 772, scale: 2 },
  // The address of the preview is above these rows, the time of the last change below.
  studio: { width: 1280, height: 880, scale: 1.5, rows: [100, 790] },
  "studio-phone": { width: 390, height: 715, scale: 2, rows: [0, 420] },
};

/** Compares a part of the window in both themes with the pictures of the launch copy, or writes them. */
async function compareThemes(page: Page, info: TestInfo, name: string, size: Size): Promise<void> {
  const main = page.getByRole("main");
  const [top, bottom] = size.rows ?? [(await main.boundingBox())?.y ?? 0, size.height];
  const clip = { x: 0, y: top, width: size.width, height: bottom - top };
  const differences: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const screenshot = await page.screenshot({ animations: "disabled", caret: "hide", clip });
    const picture = await sharp(screenshot).webp({ quality: 82, effort: 6 }).toBuffer();
    const file = `../../cms/seed/pictures/${name}${colorScheme === "dark" ? "-dark" : ""}.webp`;
    differences.push(...(await comparePicture(info, file, picture, size.scale)));
  }
  expect(differences).toEqual([]);
}

async function openInbox(page: Page, language: Language, isPhone: boolean): Promise<void> {
  const { site, adminEmail: email, adminPassword: password } = product;
  await page.clock.setFixedTime(sampledAt);
  const answer = await page.request.post(`${site}/api/auth/token?grant_type=password`, {
    data: { email, password },
  });
  await page.goto(`${site}/robots.txt`);
  await page.evaluate((session) => localStorage.setItem("vitrina.session", session), await answer.text());
  await page.goto(`${site}${path("inbox", language)}?m=${newestSample}`);
  const heading = page.getByRole("article").getByRole("heading").first();
  await expect(heading).toBeFocused();
  await heading.blur();
  if (isPhone) return;
  // The advice for an administrator without a passkey.
  const dismissal = page.getByRole("button", { name: /^(Ahora no|Not now)$/ });
  await dismissal.click();
  await expect(dismissal).toBeHidden();
  await page.mouse.move(0, 0);
}

const { _key: heroKey, title: headline } = getLaunchSection<{ _key: string }>("home", "hero");
const headlineField = (page: Page) => page.getByTestId(/field-sections.*\.title$/).getByRole("textbox");

/** Opens the home page's headline in the Studio: beside its page, or alone on a phone. */
async function openHeadline(page: Page, language: Language, isPhone: boolean): Promise<void> {
  await signInByCalls(page, product);
  const locale = createLabelFn(language)({ es: "es-ES", en: "en-US" });
  await page
    .context()
    .addInitScript((value) => localStorage.setItem("sanity-locale:vitrina0:default", value), locale);
  const field = headlineField(page).first();
  if (isPhone) {
    const fieldPath = encodeURIComponent(`,path=sections[_key=="${heroKey}"].title`);
    await page.goto(`${product.studio}/structure/pages;home${fieldPath}`);
  } else {
    await page.goto(`${product.studio}/presentation?preview=${path("home", language)}`);
    const shownHeadline = page.frameLocator("iframe").first().locator("h1");
    await expect(shownHeadline).toHaveAttribute("data-sanity", /title/, { timeout: 60_000 });
    await expect(async () => {
      await shownHeadline.click();
      await expect(field).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 120_000 });
    // Under the pointer the headline has a label.
    await page.mouse.move(0, 0);
  }
  await expect(field).toHaveValue(headline.es, { timeout: 60_000 });
}

/** Opens a window of a size in a browser context of its own, because the density of a window cannot change. */
async function openWindow(page: Page, { width, height, scale }: Size): Promise<Page> {
  const viewport = { width, height };
  const window = await page.context().browser()?.newPage({ viewport, deviceScaleFactor: scale });
  if (!window) throw new Error("The page has no browser.");
  return window;
}

for (const language of languages) {
  for (const [name, size] of Object.entries(sizes)) {
    test(`the launch copy shows the ${name} as it is (${language})`, nightly, async ({ page }, info) => {
      const window = await openWindow(page, size);
      const isPhone = name.endsWith("phone");
      if (name.startsWith("inbox")) {
        await seedSampleMessages(product, language);
        await openInbox(window, language, isPhone);
      } else await openHeadline(window, language, isPhone);
      await compareThemes(window, info, name.replace(/^(\w+)(-phone)?$/, `$1$2-${language}`), size);
      await window.close();
    });
  }
}
