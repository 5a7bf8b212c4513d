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

/** The site's own address of a picture, made from the content hash in its original's address. */
export function pictureFile(url: string, width: number, format: PictureFormat): string {
  const hash = /([0-9a-f]{12})[0-9a-f]*-\d+x\d+\.\w+(?:\?.*)?$/.exec(url)?.[1];
  if (!hash) throw new Error(`Not the address of a picture: ${url}`);
  return `/assets/pictures/${hash}-${recipe}-${width}.${format}`;
}
