/**
 * Returns the large and the small text of a page's share card, for the build and for its preview in the Studio. A page
 * without its own picture passes its headline. The card then shows the headline in large type, and the title beside the
 * company's location.
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
