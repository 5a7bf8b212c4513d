/** The widths of picture files in pixels. No file is larger than its original. */
const widths = [480, 800, 1200, 1600];

export const pictureFormats = ["avif", "webp"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

// A part of every file name. Pictures are cached without expiry, so another encoding needs another name.
const recipe = "1";

/** Returns the widths of the files for an original of this width. */
export const pictureWidths = (original: number): number[] => {
  const smaller = widths.filter((width) => width < original);
  return smaller.length < widths.length ? [...smaller, original] : widths;
};

/**
 * Returns the content hash in the address of an original.
 * @throws Error if it is not the address of a picture
 */
export function pictureHash(url: string): string {
  const hash = /([0-9a-f]{12})[0-9a-f]*-\d+x\d+\.\w+(?:\?.*)?$/.exec(url)?.[1];
  if (!hash) throw new Error(`Not the address of a picture: ${url}`);
  return hash;
}

/** Shortens the address of an original to the part that `pictureHash` reads. */
export const shortenPictureUrl = (url: string): string =>
  url.replace(/^.*\/([0-9a-f]{12})[0-9a-f]*(-\d+x\d+\.\w+)(?:\?.*)?$/, "$1$2");

/** Returns the site's address of a picture file. */
export const toPictureAddress = (url: string, width: number, format: PictureFormat): string =>
  `/pictures/${pictureHash(url)}-${recipe}-${width}.${format}`;

/** Parses an address of `toPictureAddress`. Returns null if no page can request that address. */
export function parsePictureAddress(
  address: string,
): { hash: string; width: number; format: PictureFormat } | null {
  const [, hash, usedRecipe, width, format] =
    /^\/pictures\/([0-9a-f]{12})-(\w+)-(\d{1,4})\.(\w+)$/.exec(address) ?? [];
  const knownFormat = pictureFormats.find((pictureFormat) => pictureFormat === format);
  return hash && usedRecipe === recipe && knownFormat
    ? { hash, width: Number(width), format: knownFormat }
    : null;
}
