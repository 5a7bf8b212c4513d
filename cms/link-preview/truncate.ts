/** The width in pixels and the font of titles and descriptions in search results, by screen size. */
export const textLimits = {
  desktop: {
    title: { pixels: 580, font: "20px Arial, sans-serif" },
    description: { pixels: 920, font: "14px Arial, sans-serif" },
  },
  phone: {
    title: { pixels: 640, font: "18px Roboto, Arial, sans-serif" },
    description: { pixels: 760, font: "14px Roboto, Arial, sans-serif" },
  },
};

export type ScreenSize = keyof typeof textLimits;

/**
 * Truncates a text as a search engine does: after a whole word, with an ellipsis.
 * @param pixels available width
 * @param widthOf returns the width of a text in pixels
 */
export function truncate(text: string, pixels: number, widthOf: (text: string) => number): string {
  const fullText = text.trim().replace(/\s+/g, " ");
  if (widthOf(fullText) <= pixels) return fullText;
  const remainingWords = fullText.split(" ");
  while (remainingWords.length > 1 && widthOf(`${remainingWords.join(" ")} …`) > pixels) remainingWords.pop();
  return `${remainingWords.join(" ")} …`;
}
