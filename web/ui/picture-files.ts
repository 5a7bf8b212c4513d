/** The widths of picture files in pixels. */
const widths = [480, 800, 1200, 1600];

export const pictureFormats = ["avif", "webp"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

// A part of every file name. Pictures are cached without expiry, so another encoding needs another name.
const encodingVersion = "1";

/** Returns the widths of the files that the build makes of an original, in pixels. No file is wider than the original. */
export const pictureWidths = (originalWidth: number): number[] => {
  const smaller = widths.filter((width) => width < originalWidth);
  return smaller.length < widths.length ? [...smaller, originalWidth] : widths;
};

/**
 * Returns the name of a picture's files: the first 12 digits of the content hash in the address of its original, and
 * the part of a cropped picture.
 * @throws Error if it is not the address of a picture
 */
export function toPictureName(url: string): string {
  const [, hash, rect] = /([0-9a-f]{12})[0-9a-f]*-\d+x\d+\.\w+(?:\?rect=(.+))?$/.exec(url) ?? [];
  if (!hash) throw new Error(`No picture: ${url}`);
  return rect ? `${hash}-${rect.replaceAll(",", "_")}` : hash;
}

/** Returns the site's address of a picture file. */
export const toPictureAddress = (url: string, width: number, format: PictureFormat): string =>
  `/pictures/${toPictureName(url)}-${encodingVersion}-${width}.${format}`;

/**
 * Parses an address of `toPictureAddress`: `rect` is the part of a cropped picture, as Sanity's image pipeline reads it.
 * Returns null for another path, format or encoding version.
 */
export function parsePictureAddress(
  address: string,
): { hash: string; rect: string | null; width: number; format: PictureFormat } | null {
  const [, hash, rect, version, width, format] =
    /^\/pictures\/([0-9a-f]{12})(?:-(\d+(?:_\d+){3}))?-(\w+)-(\d{1,4})\.(\w+)$/.exec(address) ?? [];
  const knownFormat = pictureFormats.find((pictureFormat) => pictureFormat === format);
  return hash && version === encodingVersion && knownFormat
    ? { hash, rect: rect?.replaceAll("_", ",") ?? null, width: Number(width), format: knownFormat }
    : null;
}
