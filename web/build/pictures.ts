import { basename } from "node:path";
import sharp, { type Sharp } from "sharp";
import type { Picture } from "#cms/content/types.ts";
import { type PictureFormat, pictureFile, pictureFormats, pictureWidths } from "#web/ui/picture-files.ts";
import type { SiteContent } from "./content.ts";
import { keep, type MadePicture, putPicture, readKept } from "./kept.ts";
import { picturesIn } from "./pictures-in.ts";

const encode = {
  avif: (image: Sharp) => image.avif({ quality: 58, effort: 3 }),
  webp: (image: Sharp) => image.webp({ quality: 78, effort: 4 }),
} satisfies Record<PictureFormat, (image: Sharp) => Sharp>;

/** Writes every picture of the content into `outDirectory`, in all its widths and formats. */
export async function writePictures(
  outDirectory: string,
  { pages }: SiteContent,
  onPicture: (done: number, all: number) => void,
): Promise<void> {
  const pictures = new Map([...picturesIn(pages)].map((picture) => [picture.url, picture]));
  let done = 0;
  for (const picture of pictures.values()) {
    onPicture(done++, pictures.size);
    for (const each of sizesOf(picture)) await putPicture(outDirectory, each);
  }
}

/** A picture of the content in all its widths and formats. */
export function sizesOf({ url, width }: Picture): MadePicture[] {
  return pictureFormats.flatMap((format) =>
    pictureWidths(width).map((each) => ({
      address: pictureFile(url, each, format),
      make: async () => encode[format](sharp(await original(url)).resize({ width: each })).toBuffer(),
    })),
  );
}

/** A picture as it was uploaded. It is fetched once: its address has the hash of its content. */
export async function original(url: string): Promise<Buffer> {
  const name = basename(new URL(url).pathname);
  const kept = await readKept("originals", name);
  if (kept) return kept;
  const response = await fetch(url).catch((cause) => {
    throw new Error(`The picture ${url} could not be read: the CMS is away.`, { cause });
  });
  if (!response.ok) throw new Error(`The picture ${url} could not be read: ${response.status}.`);
  const data = Buffer.from(await response.arrayBuffer());
  await keep("originals", name, data);
  return data;
}
