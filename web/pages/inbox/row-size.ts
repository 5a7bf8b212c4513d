/** Every row is equally high, in units of the root's font: so that where each stands is known without measuring. */
export const rowHeight = 6.75;

/** How high a row is in pixels, at the font size that the person has chosen. */
export const rowPixels = () =>
  rowHeight * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
