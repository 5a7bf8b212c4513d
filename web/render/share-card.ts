import { type CardOmission, toCardTexts } from "#cms/content/card-texts.ts";
import { localize } from "#cms/content/languages.ts";
import type { PicturePart } from "#cms/content/picture-parts.ts";
import { computeRevision } from "#cms/content/revision.ts";
import type { Language } from "#cms/content/site.ts";
import type { PageContent, Picture, SettingsContent } from "#cms/content/types.ts";
import type { ShareCard } from "#web/app/document.tsx";
import { light } from "#web/theme/tokens.ts";
import { toPictureName } from "#web/ui/picture-files.ts";
import { picturesIn } from "./copy.ts";

export const cardSize = { width: 1200, height: 630 };

/** The text on a share card, with drawable characters only. */
export type CardTexts = { title: string; brandName: string; place: string };

/**
 * Returns the share card of a page in a language. The card shows the page's title and first picture. Without a picture,
 * the card shows the company's picture, the first headline in large type, and the title beside the place. Returns null without any picture.
 * The address
 * has the picture's name, and a hash of the texts, focus, light colors and `recipe`, the version of the drawing code.
 * `omissions` are the parts of texts that the card leaves out.
 */
export async function createShareCard(
  { settings, page }: { settings: SettingsContent; page: PageContent },
  language: Language,
  recipe: string,
): Promise<{ card: ShareCard; texts: CardTexts; picture: Picture; omissions: CardOmission[] } | null> {
  const ownPicture = picturesIn(page.sections).next().value;
  const picture = ownPicture ?? settings.sharePicture;
  if (!picture) return null;
  const { title: pageTitle, sections } = localize(page, language);
  const headline = ownPicture ? null : sections[0]?.title;
  const { brandName, place } = localize(settings, language);
  const { omissions, ...texts } = toCardTexts({ title: pageTitle, headline, brandName, place });
  const hash = await computeRevision([texts, picture.focus, light, recipe]);
  const address = `/pictures/${toPictureName(picture.url)}-share-${hash}.jpg`;
  return {
    card: {
      address,
      alt: [texts.title, localize(picture, language).alt].filter(Boolean).join(". "),
      ...cardSize,
    },
    texts,
    picture,
    omissions,
  };
}

/**
 * Parses the address of a share card: the hash of its picture, and the part of a cropped one. Returns null for another
 * address.
 */
export function parseCardAddress(address: string): { hash: string; rect: string | null } | null {
  const [, hash, rect] =
    /^\/pictures\/([0-9a-f]{12})(?:-(\d+(?:_\d+){3}))?-share-[0-9a-f]{16}\.jpg$/.exec(address) ?? [];
  return hash ? { hash, rect: rect?.replaceAll("_", ",") ?? null } : null;
}

type FocusedPicture = { width: number; height: number; focus: { x: number; y: number } | null };

/** Returns the largest part of a picture with the target's proportions, as near to its focal point as the edges allow. */
export function findPartAround(
  { width, height, focus }: FocusedPicture,
  target: { width: number; height: number },
): PicturePart {
  const scale = Math.min(width / target.width, height / target.height);
  const part = { width: Math.floor(target.width * scale), height: Math.floor(target.height * scale) };
  const start = (length: number, partLength: number, at = 0.5) =>
    Math.round(Math.min(Math.max(length * at - partLength / 2, 0), length - partLength));
  return { left: start(width, part.width, focus?.x), top: start(height, part.height, focus?.y), ...part };
}
