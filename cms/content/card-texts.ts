/**
 * Returns the large and the small text of a page's share card. A page without its own picture passes its headline: the card shows that large, and
 * the title beside the place.
 */
export const toCardTexts = ({
  title,
  headline,
  place,
}: {
  title: string;
  headline: string | null | undefined;
  place: string;
}) => (headline ? { title: headline, place: `${title} · ${place}` } : { title, place });
