import { toCardTexts } from "#cms/content/card-texts.ts";
import { localize } from "#cms/content/languages.ts";
import { computeRevision } from "#cms/content/revision.ts";
import type { Language } from "#cms/content/site.ts";
import type { PageContent, Picture, SettingsContent } from "#cms/content/types.ts";
import type { ShareCard } from "#web/app/document.tsx";
import { light } from "#web/theme/tokens.ts";
import { pictureHash } from "#web/ui/picture-files.ts";
import { picturesIn } from "./copy.ts";

export const cardSize = { width: 1200, height: 630 };

/** The text on a share card. */
export type CardTexts = { title: string; brandName: string; place: string };

/**
 * Returns the share card of a page in a language. The card shows the page's title and first picture. Without a picture,
 * the card shows the company's picture, the first headline in large type, and the title beside the place. The address
 * has the picture's hash, and a hash of the texts, focus, light colors and `recipe`, the version of the drawing code.
 */
export async function createShareCard(
  { settings, page }: { settings: SettingsContent; page: PageContent },
  language: Language,
  recipe: string,
): Promise<{ card: ShareCard; texts: CardTexts; picture: Picture }> {
  const ownPicture = picturesIn(page.sections).next().value;
  const picture = ownPicture ?? settings.sharePicture;
  const { title: pageTitle, sections } = localize(page, language);
  const { brandName, place } = localize(settings, language);
  const headline = ownPicture ? null : sections[0]?.title;
  const texts = toCardTexts({ title: pageTitle, headline, place });
  const cardTexts = { title: texts.title, brandName, place: texts.place };
  const hash = await computeRevision([cardTexts, picture.focus, light, recipe]);
  const address = `/pictures/${pictureHash(picture.url)}-share-${hash}.jpg`;
  return {
    card: { address, alt: `${texts.title}. ${localize(picture, language).alt}`, ...cardSize },
    texts: cardTexts,
    picture,
  };
}

/** Returns the hash of the picture on the card at this address, or null if no card has it. */
export const findCardHash = (address: string): string | null =>
  /^\/pictures\/([0-9a-f]{12})-share-[0-9a-f]{16}\.jpg$/.exec(address)?.[1] ?? null;
