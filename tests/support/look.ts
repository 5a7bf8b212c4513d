import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page, TestInfo } from "@playwright/test";
import pixelmatch from "pixelmatch";
import sharp from "sharp";

const folder = new URL("../pictures/", import.meta.url);

// Compares the mean colors of squares of the page. Browser versions darken different pixels of a letter, but
// positions, sizes and colors stay the same.
const square = 12;
const tolerance = { color: 0.06, share: 0.004 };

/** Waits for every picture of the page, so that none is painted later than its surroundings. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A picture that is replaced by one of another width meanwhile reports that it cannot be decoded.
    const decode = (image: HTMLImageElement, attempts: number): Promise<void> =>
      image.decode().catch((error) => {
        if (attempts === 1 || (image.complete && image.naturalWidth === 0)) throw error;
        return decode(image, attempts - 1);
      });
    for (const image of document.images) {
      image.loading = "eager";
      image.decoding = "sync";
    }
    const frames = async (count: number) => {
      for (let frame = 0; frame < count; frame += 1) await new Promise(requestAnimationFrame);
    };
    // The browser requests another theme's pictures only after these frames.
    await frames(2);
    while (![...document.images].every((image) => image.complete)) await frames(1);
    await Promise.all([...document.images].map((image) => decode(image, 5)));
    // The decoded pictures are painted within these frames.
    await frames(2);
  });
}

/** Lists the fonts that draw the text of an element. */
export async function listFonts(page: Page, selector: string): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("DOM.enable");
  await tools.send("CSS.enable");
  const { root } = await tools.send("DOM.getDocument");
  const { nodeId } = await tools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await tools.send("CSS.getPlatformFontsForNode", { nodeId });
  await tools.detach();
  return fonts.map(({ postScriptName }) => postScriptName).sort();
}

/** Returns the whole page as PNG, as `page.screenshot` does, in half of the time. */
export async function capturePage(page: Page): Promise<Buffer> {
  const tools = await page.context().newCDPSession(page);
  const { cssContentSize } = await tools.send("Page.getLayoutMetrics");
  const { data } = await tools.send("Page.captureScreenshot", {
    format: "png",
    captureBeyondViewport: true,
    optimizeForSpeed: true,
    clip: { ...cssContentSize, scale: 1 },
  });
  await tools.detach();
  return Buffer.from(data, "base64");
}

/** Shrinks a screenshot for the repository. */
export async function toSmallPicture(screenshot: Buffer, scale: number): Promise<Buffer> {
  const { width = 0 } = await sharp(screenshot).metadata();
  return sharp(screenshot)
    .resize({ width: Math.round(width * scale), kernel: "lanczos3" })
    .webp({ quality: 45, effort: 6 })
    .toBuffer();
}

/** Cuts the upper part of a section out of its page's screenshot, on the section's color, as the Studio shows it. */
export async function cutSectionPicture(page: Page, screenshot: Buffer, index: number): Promise<Buffer> {
  const section = page.locator("main section:not(section section)").nth(index);
  const box = await section.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    return { top: Math.round(top + scrollY), height: Math.min(Math.floor(height), 853) };
  });
  // The edge of a section has its color alone.
  const edge = sharp(screenshot).extract({ left: 0, top: box.top + 1, width: 1, height: 1 });
  const [r = 0, g = 0, b = 0] = await edge.removeAlpha().raw().toBuffer();
  const background = { r, g, b };
  const sectionPart = await sharp(screenshot)
    .extract({ left: 0, width: 1280, ...box })
    .flatten({ background })
    .toBuffer();
  return sharp(sectionPart)
    .resize({ width: 480, height: 320, fit: "contain", background })
    .webp({ quality: 55, effort: 6 })
    .toBuffer();
}

async function toSquares(picture: Buffer, scale: number) {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const size = { width: Math.round(width / (square * scale)), height: Math.round(height / (square * scale)) };
  const data = await sharp(picture)
    .resize({ ...size, fit: "fill", kernel: "linear" })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { ...size, data };
}

/** Returns the difference of two small pictures of a page as a sentence, or null. */
async function describeDifference(
  oldPicture: Buffer,
  newPicture: Buffer,
  scale: number,
): Promise<string | null> {
  const [oldSquares, newSquares] = await Promise.all([
    toSquares(oldPicture, scale),
    toSquares(newPicture, scale),
  ]);
  if (oldSquares.width !== newSquares.width || Math.abs(oldSquares.height - newSquares.height) > 1) {
    return `the page was ${oldSquares.width} × ${oldSquares.height} squares large, and is ${newSquares.width} × ${newSquares.height}`;
  }
  const height = Math.min(oldSquares.height, newSquares.height);
  const area = oldSquares.width * height * 4;
  const changedSquares = pixelmatch(
    oldSquares.data.subarray(0, area),
    newSquares.data.subarray(0, area),
    undefined,
    oldSquares.width,
    height,
    { threshold: tolerance.color, includeAA: true },
  );
  const share = changedSquares / (oldSquares.width * height);
  return share > tolerance.share ? `${(share * 100).toFixed(1)} % of the page looks different` : null;
}

/**
 * Compares a picture with the stored one of that name. With `--update-snapshots` a different picture is stored;
 * otherwise it is attached to the report.
 * @returns a list with the difference as a sentence, or an empty list
 */
export async function comparePicture(
  info: TestInfo,
  name: string,
  picture: Buffer,
  scale: number,
): Promise<string[]> {
  const file = fileURLToPath(new URL(name, folder));
  const storedPicture = await readFile(file).catch(() => null);
  const difference = storedPicture
    ? await describeDifference(storedPicture, picture, scale)
    : "there is no picture of it yet";
  if (!difference) return [];
  if (["all", "changed"].includes(info.config.updateSnapshots)) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, picture);
    return [];
  }
  await info.attach(name, { body: picture, contentType: `image/${extname(name).slice(1)}` });
  return [`${name}: ${difference}`];
}
