import { pictureQuery } from "#cms/content/queries.ts";
import type { PictureQueryResult } from "#cms/content/types.generated.ts";
import type { ContentSource, PictureSource } from "#functions/contract/site-renderer.ts";
import { parsePictureAddress, pictureWidths } from "#web/ui/picture-files.ts";
import { cardSize, findCardHash } from "./share-card.ts";

/** The id of a raster image asset, as Sanity makes it: content hash, width, height and extension. */
const rasterAssetId =
  /^image-([0-9a-f]{40})-([1-9]\d{0,4})x([1-9]\d{0,4})-(jpe?g|png|webp|gif|avif|tiff?|heic|heif)$/;

/**
 * Finds the source of a picture or share card that no build has made yet: a file of the CMS's image pipeline. Only the
 * asset's id counts. The asset document also has a `url`, but an editor's token can write any address there.
 */
export async function findPicture(source: ContentSource, address: string): Promise<PictureSource | null> {
  const parsedAddress = parsePictureAddress(address);
  const card = findCardHash(address);
  const hash = parsedAddress?.hash ?? card;
  if (!hash) return null;
  const assetId = await source.fetch<PictureQueryResult>(pictureQuery, { hash });
  const [, sha1, originalWidth, originalHeight, extension] = rasterAssetId.exec(assetId ?? "") ?? [];
  if (!sha1?.startsWith(hash)) return null;
  const toFile = (parameters: Record<string, string>) =>
    `${sha1}-${originalWidth}x${originalHeight}.${extension}?${new URLSearchParams(parameters)}`;
  // Only a build can draw the text of a card. Until then the card is the cropped picture.
  if (!parsedAddress)
    return { file: toFile({ ...cardParameters, fm: "jpg", q: "80" }), type: "image/jpeg", final: false };
  if (!pictureWidths(Number(originalWidth)).includes(parsedAddress.width)) return null;
  const { format } = parsedAddress;
  const w = String(parsedAddress.width);
  // The pipeline sends AVIF only to clients that accept it, and only after it has encoded the file once.
  const pipelineParameters = format === "avif" ? { w, q: "58", auto: "format" } : { w, q: "78", fm: format };
  return { file: toFile(pipelineParameters), type: `image/${format}`, final: true };
}

const cardParameters = { w: String(cardSize.width), h: String(cardSize.height), fit: "crop" };
