import sharp from "sharp";
import { SanityError } from "./errors.ts";

const formats = { jpg: "jpeg", png: "png", webp: "webp", avif: "avif", gif: "gif" } as const;
type Extension = keyof typeof formats;

const fits = { clip: "inside", max: "inside", min: "cover", crop: "cover", scale: "fill" } as const;
const parameterNames = ["w", "h", "rect", "dpr", "fit", "fm", "q", "auto"];

/**
 * Renders the picture that the query of an image address requests: `w`, `h`, `rect`, `dpr`, `fit`, `fm`, `q` and
 * `auto=format`, as in Sanity's image API. Without parameters it returns the original.
 * @throws SanityError (400) for any other parameter, and for values out of range
 */
export async function renderImage(
  original: Buffer,
  name: string,
  query: URLSearchParams,
  accepts: string,
): Promise<{ bytes: Buffer; mimeType: string }> {
  for (const name of query.keys()) {
    if (!parameterNames.includes(name)) {
      throw new SanityError(400, `The image parameter "${name}" is not stood in for.`);
    }
  }
  // A vector drawing is not resized.
  if (extensionOf(name) === "svg") return { bytes: original, mimeType: "image/svg+xml" };
  const format = chooseFormat(name, query, accepts);
  if (query.size === 0) return { bytes: original, mimeType: `image/${formats[format]}` };

  const ratio = readInteger(query, "dpr", 3) ?? 1;
  const width = readInteger(query, "w", 8192);
  const height = readInteger(query, "h", 8192);
  const fit = query.get("fit") ?? "clip";
  if (!(fit in fits)) throw new SanityError(400, `The fit "${fit}" is not stood in for.`);
  const picture = sharp(original).rotate();
  const extractedArea = readRectangle(query);
  if (extractedArea) picture.extract(extractedArea);
  if (width || height) {
    picture.resize({
      ...(width && { width: width * ratio }),
      ...(height && { height: height * ratio }),
      fit: fits[fit as keyof typeof fits],
      withoutEnlargement: fit === "max",
    });
  }
  const quality = readInteger(query, "q", 100) ?? 75;
  const bytes = await picture
    .toFormat(formats[format], { quality })
    .toBuffer()
    .catch(() => {
      throw new SanityError(400, "The picture has no such part.");
    });
  return { bytes, mimeType: `image/${formats[format]}` };
}

// Earlier requests for AVIF, as file name and query.
const requestedAvif = new Set<string>();

/**
 * Returns whether AVIF is ready, as of the second call for a picture. Sanity encodes AVIF in the background after the
 * first request, which gets the next best format.
 */
function isAvifReady(picture: string): boolean {
  const isKnown = requestedAvif.has(picture);
  requestedAvif.add(picture);
  return isKnown;
}

/** Returns the format in `fm`, or with `auto=format` the best accepted one that is ready, or else the original's. */
function chooseFormat(name: string, query: URLSearchParams, accepts: string): Extension {
  const auto = query.get("auto");
  if (auto !== null && auto !== "format")
    throw new SanityError(400, `The value "${auto}" of auto is not known.`);
  const chooseAutomatically = () => {
    if (accepts.includes("image/avif") && isAvifReady(`${name}?${query}`)) return "avif";
    return accepts.includes("image/webp") ? "webp" : extensionOf(name);
  };
  const format = query.get("fm") ?? (auto ? chooseAutomatically() : extensionOf(name));
  if (!(format in formats)) throw new SanityError(400, `The format "${format}" is not known.`);
  return format as Extension;
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf(".") + 1);

/** Returns the crop of Sanity's image URL, in pixels of the upright original; undefined for the whole picture. */
function readRectangle(query: URLSearchParams) {
  const text = query.get("rect");
  if (text === null) return undefined;
  const [left = 0, top = 0, width = 0, height = 0, ...extraValues] = text.split(",").map(Number);
  const areIntegers = [left, top, width, height].every(Number.isInteger);
  if (areIntegers && extraValues.length === 0 && left >= 0 && top >= 0 && width > 0 && height > 0) {
    return { left, top, width, height };
  }
  throw new SanityError(400, "The image parameter rect has to be left,top,width,height in whole pixels.");
}

function readInteger(query: URLSearchParams, name: string, maximum: number): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= maximum) return value;
  throw new SanityError(400, `The image parameter "${name}" has to be a whole number from 1 to ${maximum}.`);
}
