/** The widths in pixels in which pictures are offered; none is made larger than its original. */
const widths = [480, 800, 1200, 1600];

export const pictureFormats = ["avif", "webp"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

// Part of every name: pictures are cached for good, so another way of making them needs another name.
const recipe = "1";

/** The widths that a picture of this original width has. */
export const pictureWidths = (original: number): number[] => {
  const smaller = widths.filter((width) => width < original);
  return smaller.length < widths.length ? [...smaller, original] : widths;
};

/** The content hash in the address of a picture's original. */
export function pictureHash(url: string): string {
  const hash = /([0-9a-f]{12})[0-9a-f]*-\d+x\d+\.\w+(?:\?.*)?$/.exec(url)?.[1];
  if (!hash) throw new Error(`Not the address of a picture: ${url}`);
  return hash;
}

/** The address of an original as far as `pictureHash` reads it. */
export const shortPictureUrl = (url: string): string =>
  url.replace(/^.*\/([0-9a-f]{12})[0-9a-f]*(-\d+x\d+\.\w+)(?:\?.*)?$/, "$1$2");

/** The site's own address of a picture. */
export const pictureFile = (url: string, width: number, format: PictureFormat): string =>
  `/pictures/${pictureHash(url)}-${recipe}-${width}.${format}`;

/** What an address of `pictureFile` names; null where it is none that a page could ask for. */
export function pictureNamed(address: string): { hash: string; width: number; format: PictureFormat } | null {
  const [, hash, made, width, format] =
    /^\/pictures\/([0-9a-f]{12})-(\w+)-(\d{1,4})\.(\w+)$/.exec(address) ?? [];
  const known = pictureFormats.find((each) => each === format);
  return hash && made === recipe && known ? { hash, width: Number(width), format: known } : null;
}
