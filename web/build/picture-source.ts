import { pictureQuery } from "#cms/content/queries.ts";
import type { PictureQueryResult } from "#cms/content/types.generated.ts";
import type { ContentSource, PictureSource } from "#functions/contract/site-renderer.ts";
import { pictureNamed, pictureWidths } from "#web/ui/picture-files.ts";
import { cardNamed, cardSize } from "./share-card.ts";

/** Where a picture of the site is had from that no build has made yet: the CMS's own image pipeline. */
export async function findPicture(source: ContentSource, address: string): Promise<PictureSource | null> {
  const shown = pictureNamed(address);
  const card = cardNamed(address);
  const hash = shown?.hash ?? card;
  if (!hash) return null;
  const found = await source.fetch<PictureQueryResult>(pictureQuery, { hash });
  if (!found?.url || !found.width) return null;
  const url = new URL(found.url);
  const ask = (parameters: Record<string, string | number>) => {
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
    return url.href;
  };
  // Its words can be drawn by a build only; until then the picture stands by itself.
  if (!shown) return { url: ask({ ...sizeOfCard, fm: "jpg", q: 80 }), type: "image/jpeg", final: false };
  if (!pictureWidths(found.width).includes(shown.width)) return null;
  const { width: w, format } = shown;
  // The pipeline has AVIF only for those who accept it, and only once it has made one.
  const asked = format === "avif" ? { w, q: 58, auto: "format" } : { w, q: 78, fm: format };
  return { url: ask(asked), type: `image/${format}`, final: true };
}

const sizeOfCard = { w: cardSize.width, h: cardSize.height, fit: "crop" };
