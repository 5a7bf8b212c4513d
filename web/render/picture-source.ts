import { listPictureUses, type PicturePart, type PictureUse, toRect } from "#cms/content/picture-parts.ts";
import { pictureQuery } from "#cms/content/queries.ts";
import type { PictureQueryResult } from "#cms/content/types.generated.ts";
import type { ContentSource, PictureSource } from "#functions/contract/site-renderer.ts";
import { parsePictureAddress, pictureWidths } from "#web/ui/picture-files.ts";
import { cardSize, findPartAround, parseCardAddress } from "./share-card.ts";

/** The id of a raster image asset, as Sanity makes it: content hash, width, height and extension. */
const rasterAssetId =
  /^image-([0-9a-f]{40})-([1-9]\d{0,4})x([1-9]\d{0,4})-(jpe?g|png|webp|gif|avif|tiff?|heic|heif)$/;

/**
 * Finds the source of a picture or share card that no build has made yet: a file of the CMS's image pipeline. Only the
 * asset's id counts. The asset document also has a `url`, but an editor's token can write any address there.
 * @returns "cut" if documents show other parts of the picture, and null if no document shows it
 */
export async function findPicture(
  source: ContentSource,
  address: string,
): Promise<PictureSource | "cut" | null> {
  const parsedAddress = parsePictureAddress(address);
  const { hash, rect } = parsedAddress ?? parseCardAddress(address) ?? {};
  if (!hash) return null;
  const answer = await source.fetch<PictureQueryResult>(pictureQuery, { hash });
  const [, sha1, originalWidth, originalHeight, extension] = rasterAssetId.exec(answer?._id ?? "") ?? [];
  if (!answer || !sha1?.startsWith(hash)) return null;
  const size = { width: Number(originalWidth), height: Number(originalHeight) };
  const uses = [...listPictureUses(answer.documents, answer._id, size)];
  const use = uses.find(({ part }) => (part ? toRect(part) : null) === rect);
  if (!use) return uses.length > 0 ? "cut" : null;
  const toFile = (part: PicturePart | null, parameters: Record<string, string>) =>
    `${sha1}-${size.width}x${size.height}.${extension}?${new URLSearchParams({ ...(part && { rect: toRect(part) }), ...parameters })}`;
  // Only a build can draw the text of a card. Until then the card is the cropped picture.
  if (!parsedAddress)
    return { file: toFile(findCardPart(use, size), cardParameters), type: "image/jpeg", final: false };
  if (!pictureWidths(use.part?.width ?? size.width).includes(parsedAddress.width)) return null;
  const { format } = parsedAddress;
  const w = String(parsedAddress.width);
  // The pipeline sends AVIF only to clients that accept it, and only after it has encoded the file once.
  const pipelineParameters = format === "avif" ? { w, q: "58", auto: "format" } : { w, q: "78", fm: format };
  return { file: toFile(use.part, pipelineParameters), type: `image/${format}`, final: true };
}

const cardParameters = {
  w: String(cardSize.width),
  h: String(cardSize.height),
  fit: "crop",
  fm: "jpg",
  q: "80",
};

/** Returns the area of the original on a card of the picture alone. */
function findCardPart({ part, focus }: PictureUse, size: { width: number; height: number }): PicturePart {
  const keptPart = part ?? { left: 0, top: 0, ...size };
  const area = findPartAround({ width: keptPart.width, height: keptPart.height, focus }, cardSize);
  return { ...area, left: keptPart.left + area.left, top: keptPart.top + area.top };
}
