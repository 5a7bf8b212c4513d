import { type Density, density } from "./density.ts";

/** Every row is equally high, in units of the root's font: so that where each stands is known without measuring. */
export const rowHeights: Record<Density, number> = { comfortable: 4.75, compact: 2.3125 };

/** How high a row is in pixels, at the density and the font size that the person has chosen. */
export const rowPixels = () =>
  rowHeights[density()] * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
