import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page, TestInfo } from "@playwright/test";
import pixelmatch from "pixelmatch";
import sharp from "sharp";

const folder = new URL("../pictures/", import.meta.url);
const pictureFile = (name: string) => fileURLToPath(new URL(name, folder));

// What is compared: the mean colour of squares of the page. Which pixels a letter darkens differs between
// versions of a browser; where things stand, how large they are and in which colour does not.
const square = 12;
const tolerance = { colour: 0.06, share: 0.004 };

/** Whether this run is to write pictures instead of comparing with them: `--update-snapshots`. */
export const isUpdate = ({ config }: TestInfo) => ["all", "changed"].includes(config.updateSnapshots);

/** Waits for every picture of the page, also for those far below, so that none is painted later than what is around it. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A picture that is exchanged for one of another width meanwhile says that it cannot be decoded.
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
    // Only then another theme's pictures are asked for.
    await frames(2);
    while (![...document.images].every((image) => image.complete)) await frames(1);
    await Promise.all([...document.images].map((image) => decode(image, 5)));
    // Until what was decoded has been painted once.
    await frames(2);
  });
}

/** The fonts that the letters of an element are drawn with. */
export async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("DOM.enable");
  await tools.send("CSS.enable");
  const { root } = await tools.send("DOM.getDocument");
  const { nodeId } = await tools.send("DOM.querySelector", { nodeId: root.nodeId, selector });
  const { fonts } = await tools.send("CSS.getPlatformFontsForNode", { nodeId });
  await tools.detach();
  return fonts.map(({ postScriptName }) => postScriptName).sort();
}

/** The whole page as PNG: what `page.screenshot` makes, in half of its time. */
export async function pictureOf(page: Page): Promise<Buffer> {
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

/** A screenshot made small: what is kept in the repository. */
export async function small(screenshot: Buffer, scale: number): Promise<Buffer> {
  const { width = 0 } = await sharp(screenshot).metadata();
  return sharp(screenshot)
    .resize({ width: Math.round(width * scale), kernel: "lanczos3" })
    .webp({ quality: 45, effort: 6 })
    .toBuffer();
}

/** The upper part of a section, as the Studio shows it: cut out of the screenshot of its page, on its own colour. */
export async function sectionPicture(page: Page, screenshot: Buffer, place: number): Promise<Buffer> {
  const section = page.locator("main section:not(section section)").nth(place);
  const { top, height, colour } = await section.evaluate((element) => {
    const { top, height } = element.getBoundingClientRect();
    const own = getComputedStyle(element).backgroundColor;
    const none = /rgba\(.*, 0\)|transparent/.test(own);
    return {
      top: top + scrollY,
      height,
      colour: none ? getComputedStyle(document.body).backgroundColor : own,
    };
  });
  const [red = 0, green = 0, blue = 0] = await page.evaluate((colour) => {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    if (!context) return [];
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  }, colour);
  const background = { r: red, g: green, b: blue };
  const shown = Math.min(Math.floor(height), 853);
  return sharp(screenshot)
    .extract({ left: 0, top: Math.round(top), width: 1280, height: shown })
    .flatten({ background })
    .toBuffer()
    .then((cut) => sharp(cut).resize({ width: 480, height: 320, fit: "contain", background }))
    .then((picture) => picture.webp({ quality: 55, effort: 6 }).toBuffer());
}

async function squares(picture: Buffer, scale: number) {
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const size = { width: Math.round(width / (square * scale)), height: Math.round(height / (square * scale)) };
  const data = await sharp(picture)
    .resize({ ...size, fit: "fill", kernel: "linear" })
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { ...size, data };
}

/** What differs between two small pictures of a page, as a sentence; null where nothing does. */
export async function difference(before: Buffer, now: Buffer, scale: number): Promise<string | null> {
  const [one, other] = await Promise.all([squares(before, scale), squares(now, scale)]);
  if (one.width !== other.width || Math.abs(one.height - other.height) > 1) {
    return `the page was ${one.width} × ${one.height} squares large, and is ${other.width} × ${other.height}`;
  }
  const height = Math.min(one.height, other.height);
  const area = one.width * height * 4;
  const changed = pixelmatch(
    one.data.subarray(0, area),
    other.data.subarray(0, area),
    undefined,
    one.width,
    height,
    { threshold: tolerance.colour, includeAA: true },
  );
  const share = changed / (one.width * height);
  return share > tolerance.share ? `${(share * 100).toFixed(1)} % of the page looks different` : null;
}

/** The picture that is kept under that name, or null. */
export const kept = (name: string) => readFile(pictureFile(name)).catch(() => null);

export async function keepPicture(name: string, data: Buffer): Promise<void> {
  await mkdir(dirname(pictureFile(name)), { recursive: true });
  await writeFile(pictureFile(name), data);
}
