import { mapChildren } from "./languages.ts";

/** A part of a picture, in whole pixels of the upright original. */
export type PicturePart = { left: number; top: number; width: number; height: number };

type PictureSize = { width: number; height: number };
type Sides = { left: number; top: number; right: number; bottom: number };
/** The crop of an editor: the fraction that is cut off on each side. */
export type Crop = { [Side in keyof Sides]?: Sides[Side] | null } | null | undefined;
type Point = { x: number; y: number };
type StoredPoint = { [Axis in keyof Point]?: Point[Axis] | null } | null | undefined;

const limit = (value: number, minimum: number, maximum: number) =>
  Math.min(Math.max(value, minimum), maximum);

/** Returns the fraction that is cut off on each side. Content of other programs may lack a side or be out of range. */
function toSides(crop: Crop): Sides {
  const toFraction = (value: unknown) => (typeof value === "number" ? limit(value, 0, 1) || 0 : 0);
  return {
    left: toFraction(crop?.left),
    top: toFraction(crop?.top),
    right: toFraction(crop?.right),
    bottom: toFraction(crop?.bottom),
  };
}

/** Returns the pixels between two cut edges. A pixel that the cut touches is cut off; at least one pixel remains. */
function toRange(length: number, before: number, after: number): [start: number, length: number] {
  // Absorbs the error of a fraction that stands for whole pixels.
  const tolerance = 1e-6;
  const start = limit(Math.ceil(before * length - tolerance), 0, length - 1);
  const end = limit(Math.floor((1 - after) * length + tolerance), start + 1, length);
  return [start, end - start];
}

/** Returns the part of a picture of this size that an editor has not cut off; null for the whole picture. */
export function findKeptPart(crop: Crop, { width, height }: PictureSize): PicturePart | null {
  const sides = toSides(crop);
  const [left, partWidth] = toRange(width, sides.left, sides.right);
  const [top, partHeight] = toRange(height, sides.top, sides.bottom);
  const isWhole = partWidth === width && partHeight === height;
  return isWhole ? null : { left, top, width: partWidth, height: partHeight };
}

/** Returns a focal point relative to the part of its picture that an editor has not cut off; null without a point. */
export function toFocusInPart(focus: StoredPoint, crop: Crop): Point | null {
  if (!focus) return null;
  const { left, top, right, bottom } = toSides(crop);
  const toPosition = (position: unknown, before: number, after: number) =>
    typeof position === "number" && before + after < 1
      ? limit((position - before) / (1 - before - after), 0, 1)
      : 0.5;
  return { x: toPosition(focus.x, left, right), y: toPosition(focus.y, top, bottom) };
}

/** Returns a part as Sanity's image pipeline reads it in the parameter `rect`. */
export const toRect = ({ left, top, width, height }: PicturePart): string =>
  [left, top, width, height].join(",");

/** Returns the part in the address of a picture; null for the whole picture. */
export function findPartInUrl(url: string): PicturePart | null {
  const rect = /\?rect=(\d+),(\d+),(\d+),(\d+)$/.exec(url)?.slice(1).map(Number);
  if (!rect) return null;
  const [left = 0, top = 0, width = 0, height = 0] = rect;
  return { left, top, width, height };
}

type QueriedAsset = PictureSize & { url: string };
type QueriedPicture = QueriedAsset & { crop: Crop; focus: Point | null; dark: QueriedAsset | null };

const isPicture = (value: object): value is QueriedPicture => "url" in value && "crop" in value;

const cropAsset = ({ url, width, height }: QueriedAsset, crop: Crop): QueriedAsset => {
  const part = findKeptPart(crop, { width, height });
  return part
    ? { url: `${url}?rect=${toRect(part)}`, width: part.width, height: part.height }
    : { url, width, height };
};

/**
 * Returns content with every picture reduced to the part that its editor has not cut off: its address names the part,
 * and its size and focal point are those of the part. A dark variant has the crop of its light picture.
 */
export function cropPictures(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !isPicture(value))
    return mapChildren(value, cropPictures);
  const { crop, dark, focus, ...fields } = value;
  const croppedDark = dark && cropAsset(dark, crop);
  return {
    ...fields,
    ...cropAsset(value, crop),
    focus: toFocusInPart(focus, crop),
    dark: croppedDark && { url: croppedDark.url, width: croppedDark.width },
  };
}

type StoredPicture = {
  asset?: { _ref?: unknown };
  crop?: Crop;
  hotspot?: StoredPoint;
  dark?: { asset?: { _ref?: unknown } };
};
/** A use of a picture: its kept part, null for the whole picture, and the focal point in that part. */
export type PictureUse = { part: PicturePart | null; focus: Point | null };

/** Yields the uses of an asset of this size in stored documents. */
export function* listPictureUses(value: unknown, assetId: string, size: PictureSize): Generator<PictureUse> {
  if (typeof value !== "object" || value === null) return;
  const { asset, dark, crop, hotspot } = value as StoredPicture;
  if ([asset, dark?.asset].some((reference) => reference?._ref === assetId))
    yield { part: findKeptPart(crop, size), focus: toFocusInPart(hotspot, crop) };
  for (const [key, child] of Object.entries(value)) {
    // The dark variant of a picture has the crop of the picture, which holds it.
    if (!(key === "dark" && asset)) yield* listPictureUses(child, assetId, size);
  }
}

/**
 * Shortens the address of an original to its size, its part and the first 12 digits of its hash. A browser needs no
 * more, and the whole hash would lead to the uncropped original at the CMS.
 */
const shortenPictureUrl = (url: string): string =>
  url.replace(/^.*\/([0-9a-f]{12})[0-9a-f]*(-\d+x\d+\.\w+)(?=\?rect=|$)/, "$1$2");

/** Returns content with the addresses of its pictures shortened. */
export const shortenPictureUrls = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "url" in value && typeof value.url === "string"
    ? { ...(mapChildren(value, shortenPictureUrls) as object), url: shortenPictureUrl(value.url) }
    : mapChildren(value, shortenPictureUrls);
