import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { createElement as element, type ReactNode } from "react";
import satori from "satori";
import sharp from "sharp";
import { signPaths } from "#cms/content/sign.ts";
import type { Picture } from "#cms/content/types.ts";
import { type CardTexts, cardSize, type createShareCard, findPartAround } from "#web/render/share-card.ts";
import { toHex } from "#web/theme/oklch.ts";
import { light } from "#web/theme/tokens.ts";
import { type PictureFile, putPicture } from "./build-cache.ts";
import { openPicture } from "./pictures.ts";

const pictureWidth = 520;

const require = createRequire(import.meta.url);
/**
 * The font files of share cards. Satori draws each character with the first font that has it, as outlines, because the
 * system's fonts differ between machines. Noto Serif has Cyrillic, Greek and more signs; Roboto has mathematical signs.
 */
export const cardFonts = [
  require.resolve("@fontsource/gelasio/files/gelasio-latin-400-normal.woff"),
  require.resolve("@fontsource/gelasio/files/gelasio-latin-ext-400-normal.woff"),
  require.resolve("@fontsource/gelasio/files/gelasio-vietnamese-400-normal.woff"),
  require.resolve("@expo-google-fonts/noto-serif/400Regular/NotoSerif_400Regular.ttf"),
  require.resolve("@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf"),
];

let cachedFonts: ReturnType<typeof readFonts> | undefined;

/** Reads the fonts of share cards. Satori parses a buffer once, so all cards use the same ones. */
const readFonts = () =>
  Promise.all(
    cardFonts.map(async (file) => ({
      name: basename(file),
      data: await readFile(file),
      weight: 400 as const,
      style: "normal" as const,
    })),
  );

/** Returns the version of the drawing code: the hash of this file. Any edit here changes the address of every card. */
export async function readCardRecipe(): Promise<string> {
  const recipe = await readFile(new URL(import.meta.url));
  return createHash("sha256").update(recipe).digest("hex").slice(0, 12);
}

/** Returns the address of a share card and a function that draws it, as JPEG because every network supports it. */
export const toShareCardFile = ({
  card,
  texts: cardTexts,
  picture,
}: Pick<
  NonNullable<Awaited<ReturnType<typeof createShareCard>>>,
  "card" | "texts" | "picture"
>): PictureFile => ({
  address: card.address,
  make: () => drawCard(cardTexts, picture),
});

/**
 * Writes the share card of a page into `outDirectory`. A card that cannot be drawn is replaced at its address by the
 * company's general card, or by its mark alone if that cannot be drawn either.
 * @returns the reason of a replacement; null without one
 */
export async function putShareCard(
  outDirectory: string,
  shareCard: Parameters<typeof toShareCardFile>[0],
  sharePicture: Picture | null,
): Promise<string | null> {
  try {
    await putPicture(outDirectory, toShareCardFile(shareCard));
    return null;
  } catch (error) {
    const { brandName, place } = shareCard.texts;
    const generalCard = drawCard({ title: brandName, brandName, place }, sharePicture);
    const bytes = await generalCard.catch(() => drawCard({ title: "", brandName: "", place: "" }, null));
    // The build cache has the page's own card at this address, so a later build tries again.
    await writeFile(join(outDirectory, shareCard.card.address), bytes);
    return error instanceof Error ? error.message : String(error);
  }
}

/** Draws the texts of a share card beside its picture, if any, as JPEG. Satori arranges the elements and returns SVG. */
async function drawCard({ title, brandName, place }: CardTexts, picture: Picture | null): Promise<Buffer> {
  const { width, height } = cardSize;
  const croppedPicture = picture && (await crop(picture, pictureWidth, height));
  const surface = toHex(light.surface);
  const column = (style: object, ...children: ReactNode[]) =>
    element("div", { style: { display: "flex", ...style } }, ...children);
  const card = column(
    {
      width,
      height,
      backgroundColor: surface,
      color: toHex(light.text),
      fontFamily: cardFonts.map((file) => basename(file)).join(", "),
    },
    column(
      {
        flexDirection: "column",
        justifyContent: "space-between",
        width: width - pictureWidth,
        padding: "64px 48px 60px 72px",
      },
      column({ alignItems: "center", fontSize: 36 }, createSign(), column({ marginLeft: 16 }, brandName)),
      column({ fontSize: title.length > 44 ? 62 : 76, lineHeight: 1.08, letterSpacing: "-0.02em" }, title),
      column({ fontSize: 28, color: toHex(light.quiet) }, place),
    ),
    croppedPicture &&
      element("img", {
        src: `data:image/png;base64,${croppedPicture.toString("base64")}`,
        width: pictureWidth,
        height,
        style: { borderTopLeftRadius: 200 },
      }),
  );
  cachedFonts ??= readFonts();
  const svg = await satori(card, { ...cardSize, fonts: await cachedFonts });
  return sharp(Buffer.from(svg))
    .flatten({ background: surface })
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer();
}

/** Returns the brand mark as an element of the card. */
function createSign(): ReactNode {
  const { sepals, petals, lip, throat } = signPaths;
  const accent = toHex(light.accent);
  const shape = (d: string, fill: string, opacity = 1) => element("path", { d, fill, opacity });
  return element(
    "svg",
    { width: 56, height: 56, viewBox: "-24 -23 48 48" },
    shape(sepals, accent, 0.6),
    shape(petals, accent),
    shape(lip, toHex(light.accentStrong)),
    shape(throat, toHex(light.surface)),
  );
}

/**
 * Returns the largest part of a picture with the target proportions, as near to its focal point as the edges allow. The
 * result is a PNG of the target size in pixels.
 */
async function crop({ url, focus }: Picture, toWidth: number, toHeight: number): Promise<Buffer> {
  const { data, info } = await (await openPicture(url))
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true });
  return sharp(data)
    .extract(findPartAround({ ...info, focus }, { width: toWidth, height: toHeight }))
    .resize(toWidth, toHeight)
    .png()
    .toBuffer();
}
