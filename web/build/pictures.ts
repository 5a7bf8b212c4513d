import { copyFile, mkdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp, { type Sharp } from "sharp";
import type { Picture } from "#cms/content/types.ts";
import { type PictureFormat, pictureFile, pictureFormats, pictureWidths } from "../ui/picture-files.ts";
import type { SiteContent } from "./content.ts";

const cache = fileURLToPath(new URL("../../node_modules/.cache/vitrina/pictures", import.meta.url));

const encode = {
  avif: (image: Sharp) => image.avif({ quality: 58, effort: 3 }),
  webp: (image: Sharp) => image.webp({ quality: 78, effort: 4 }),
} satisfies Record<PictureFormat, (image: Sharp) => Sharp>;

/** Writes every picture of the content into `outDirectory`, in all its widths and formats. */
export async function writePictures(outDirectory: string, { pages }: SiteContent): Promise<void> {
  const pictures = new Map([...picturesIn([...pages.values()])].map((picture) => [picture.url, picture]));
  for (const { url, width } of pictures.values()) {
    const original = once(() => download(url));
    for (const format of pictureFormats) {
      for (const each of pictureWidths(width)) {
        await put(outDirectory, pictureFile(url, each, format), async () =>
          encode[format](sharp(await original()).resize({ width: each })).toBuffer(),
        );
      }
    }
  }
}

/** Writes the picture for shared links and answers with its address. JPEG, because every network reads it. */
export async function writeSharePicture(outDirectory: string, { url }: Picture): Promise<string> {
  const address = pictureFile(url, 1200, "webp").replace(/webp$/, "jpg");
  await put(outDirectory, address, async () =>
    sharp(await download(url))
      .resize(1200, 630, { fit: "cover" })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer(),
  );
  return address;
}

// Encoding takes seconds and gives the same result every time: it is done once for each name.
async function put(outDirectory: string, address: string, make: () => Promise<Buffer>): Promise<void> {
  const kept = join(cache, basename(address));
  const target = join(outDirectory, address);
  await mkdir(dirname(target), { recursive: true });
  try {
    await copyFile(kept, target);
  } catch {
    await mkdir(cache, { recursive: true });
    const unfinished = `${kept}.${process.pid}`;
    await writeFile(unfinished, await make());
    await rename(unfinished, kept);
    await copyFile(kept, target);
  }
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture ${url} could not be read: ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

function* picturesIn(value: unknown): Generator<Picture> {
  if (typeof value !== "object" || value === null) return;
  if ("url" in value && "width" in value) yield value as Picture;
  for (const item of Object.values(value)) yield* picturesIn(item);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
