import type { InEveryLanguage } from "./languages.ts";
// `npm run bench -- lighthouse --write` writes the figures of the home page.
import figures from "./measured-figures.json" with { type: "json" };

/** The values of the figures that the benchmark has measured at this site, by key. No document of the CMS has them. */
export const measuredFigures: Readonly<Record<string, string | InEveryLanguage | undefined>> = figures;

/** Returns whether the benchmark measures the figure of this key. */
export const isMeasuredKey = (key: string): boolean => Object.hasOwn(measuredFigures, key);
