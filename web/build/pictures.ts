import { availableParallelism } from "node:os";
import { basename } from "node:path";
import sharp, { type Sharp } from "sharp";
import { leaveOut } from "#cms/content/leave-out.ts";
import { findPartInUrl } from "#cms/content/picture-parts.ts";
import { describeProblem, type Problem, type ProblemDocument } from "#cms/content/problem.ts";
import type { Picture } from "#cms/content/types.ts";
import { picturesIn } from "#web/render/copy.ts";
import {
  type PictureFormat,
  pictureFormats,
  pictureWidths,
  toPictureAddress,
} from "#web/ui/picture-files.ts";
import { type PictureFile, putPicture, readCacheEntry, storeCacheEntry } from "./build-cache.ts";
import { keepPages, type SiteContent } from "./content.ts";

const encode = {
  avif: (image: Sharp, isQuick: boolean) => image.avif({ quality: 58, effort: isQuick ? 0 : 3 }),
  webp: (image: Sharp, isQuick: boolean) => image.webp({ quality: 78, effort: isQuick ? 0 : 4 }),
} satisfies Record<PictureFormat, (image: Sharp, isQuick: boolean) => Sharp>;

/**
 * Writes every picture of the pages into `outDirectory`, in all its widths and formats. `isQuick` saves time with
 * larger files, for builds that are not deployed.
 * @returns the content without the pictures that cannot be made
 */
export async function writePictures(
  outDirectory: string,
  site: SiteContent,
  onPicture: (pictureIndex: number, pictureCount: number) => void,
  isQuick = false,
): Promise<SiteContent> {
  const pictures = new Map<string, Picture>();
  for (const picture of picturesIn(site.pages)) pictures.set(picture.url, picture);
  const brokenUrls = new Set<string>();
  let pictureIndex = 0;
  const remainingPictures = pictures.values();
  const writeNext = async () => {
    for (const picture of remainingPictures) {
      onPicture(pictureIndex++, pictures.size);
      try {
        for (const file of listPictureFiles(picture, isQuick)) await putPicture(outDirectory, file);
      } catch {
        brokenUrls.add(picture.url);
      }
    }
  };
  // Encoders run on their own threads, mostly one picture on one core.
  await Promise.all(Array.from({ length: availableParallelism() }, writeNext));
  const { sharePicture } = site.settings;
  if (sharePicture && !(await canOpen(sharePicture.url))) brokenUrls.add(sharePicture.url);
  return brokenUrls.size > 0 ? leaveOutPictures(site, brokenUrls) : site;
}

const canOpen = (url: string): Promise<boolean> =>
  openPicture(url)
    .then((picture) => picture.stats())
    .then(
      () => true,
      () => false,
    );

/** Returns the content without the pictures at these addresses. A section that shows nothing else is left out too. */
function leaveOutPictures(site: SiteContent, urls: ReadonlySet<string>): SiteContent {
  const problems: Problem[] = [];
  const leaveOutOf = <Part>(part: Part, query: string, document: ProblemDocument): Part | null => {
    const fields = [...listPictureFields(part, "", urls)];
    const pictureProblems = fields.map((field): Problem => ({ document, field, reason: "no-picture" }));
    problems.push(...pictureProblems);
    return pictureProblems.length > 0 ? (leaveOut(part, query, pictureProblems) as Part | null) : part;
  };
  const pages = site.pages.flatMap(
    (page) => leaveOutOf(page, "page", { type: "page", name: page.name }) ?? [],
  );
  const settings = leaveOutOf(site.settings, "settings", { type: "siteSettings" }) ?? site.settings;
  const leftOut = [...site.leftOut, ...problems.map(describeProblem)];
  return { ...site, settings, pages, published: keepPages(site.published, pages), leftOut };
}

/** Yields the fields in a part of the content with a picture at one of these addresses. */
function* listPictureFields(value: unknown, path: string, urls: ReadonlySet<string>): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  if ("url" in value && urls.has(String(value.url))) yield path;
  for (const [key, child] of Object.entries(value)) {
    const name = path ? `.${key}` : key;
    yield* listPictureFields(child, path + (Array.isArray(value) ? `[${key}]` : name), urls);
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
