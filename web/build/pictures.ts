import { availableParallelism } from "node:os";
import { basename } from "node:path";
import sharp, { type Sharp } from "sharp";
import { findPartInUrl } from "#cms/content/picture-parts.ts";
import type { Picture } from "#cms/content/types.ts";
import {
  type PictureFormat,
  pictureFormats,
  pictureWidths,
  toPictureAddress,
} from "#web/ui/picture-files.ts";
import { type PictureFile, putPicture, readCacheEntry, storeCacheEntry } from "./build-cache.ts";
import type { SiteContent } from "./content.ts";
import { picturesIn } from "./copy.ts";

const encode = {
  avif: (image: Sharp, isQuick: boolean) => image.avif({ quality: 58, effort: isQuick ? 0 : 3 }),
  webp: (image: Sharp, isQuick: boolean) => image.webp({ quality: 78, effort: isQuick ? 0 : 4 }),
} satisfies Record<PictureFormat, (image: Sharp, isQuick: boolean) => Sharp>;

/**
 * Writes every picture of the pages into `outDirectory`, in all its widths and formats. `isQuick` saves time with
 * larger files, for builds that are not deployed.
 */
export async function writePictures(
  outDirectory: string,
  { pages }: SiteContent,
  onPicture: (pictureIndex: number, pictureCount: number) => void,
  isQuick = false,
): Promise<void> {
  const pictures = new Map<string, { picture: Picture; pageName: string }>();
  for (const page of pages) {
    for (const picture of picturesIn(page)) pictures.set(picture.url, { picture, pageName: page.name });
  }
  let pictureIndex = 0;
  const remainingPictures = pictures.values();
  const writeNext = async () => {
    for (const { picture, pageName } of remainingPictures) {
      onPicture(pictureIndex++, pictures.size);
      await withPictureInError(picture.url, pageName, async () => {
        for (const file of listPictureFiles(picture, isQuick)) await putPicture(outDirectory, file);
      });
    }
  };
  // Encoders run on their own threads, mostly one picture on one core.
  await Promise.all(Array.from({ length: availableParallelism() }, writeNext));
}

/** Runs `work` on a picture of a page. @throws Error that names both */
export async function withPictureInError<T>(
  url: string,
  pageName: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The picture ${url} of the page "${pageName}" could not be made: ${reason}`, { cause });
  }
}

/**
 * Lists the files of a picture in all widths and formats. Quick files, which no deployed build uses, are a third larger
 * and take a fifth of the time.
 */
export function listPictureFiles({ url, width }: Picture, isQuick = false): PictureFile[] {
  return pictureFormats.flatMap((format) =>
    pictureWidths(width).map((fileWidth) => ({
      address: toPictureAddress(url, fileWidth, format),
      isQuick,
      make: async () =>
        encode[format]((await openPicture(url)).resize({ width: fileWidth }), isQuick).toBuffer(),
    })),
  );
}

/**
 * Opens the part of a picture that its editor kept, upright. Cameras store their orientation; the CMS gives the size and
 * the crop of the upright picture.
 */
export async function openPicture(url: string): Promise<Sharp> {
  const picture = sharp(await readOriginal(url)).autoOrient();
  const part = findPartInUrl(url);
  return part ? picture.extract(part) : picture;
}

/** Returns the uploaded original. It is fetched once, because its address has the hash of its content. */
async function readOriginal(url: string): Promise<Buffer> {
  const { origin, pathname } = new URL(url);
  const name = basename(pathname);
  const cachedOriginal = await readCacheEntry("originals", name);
  if (cachedOriginal) return cachedOriginal;
  const response = await fetch(origin + pathname).catch((cause) => {
    throw new Error(`The picture ${url} could not be read: the CMS is away.`, { cause });
  });
  if (!response.ok) throw new Error(`The picture ${url} could not be read: ${response.status}.`);
  const data = Buffer.from(await response.arrayBuffer());
  await storeCacheEntry("originals", name, data);
  return data;
}
