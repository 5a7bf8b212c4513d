import { toDrawableText } from "./card-characters.ts";

/** A text of a share card and its graphemes that the card leaves out, because no font has them. */
export type CardOmission = { text: string; omitted: string[] };

/**
 * Returns the texts of a page's share card as it draws them, for the build and for its preview in the Studio. A page
 * without its own picture passes its headline. The card then shows the headline in large type, and the title beside the
 * company's location.
 */
export function toCardTexts(texts: {
  title: string;
  headline: string | null | undefined;
  brandName: string;
  place: string;
}): { title: string; brandName: string; place: string; omissions: CardOmission[] } {
  const omissions: CardOmission[] = [];
  const draw = (text: string) => {
    const { drawable, omitted } = toDrawableText(text);
    if (omitted.length > 0) omissions.push({ text, omitted });
    return drawable;
  };
  const headline = draw(texts.headline ?? "");
  const cardTexts = { title: draw(texts.title), brandName: draw(texts.brandName), place: draw(texts.place) };
  if (!headline) return { ...cardTexts, omissions };
  const smallText = [cardTexts.title, cardTexts.place].filter(Boolean).join(" · ");
  return { ...cardTexts, title: headline, place: smallText, omissions };
}
