import { writeFile } from "node:fs/promises";
import type { InEveryLanguage } from "#cms/content/languages.ts";
import { languages, locales, timeZone } from "#cms/content/site.ts";

/** The figures of one run, or their medians, by name. Scores are percentages. */
export type Figures = Record<string, number>;

const scoreNames = ["performance", "accessibility", "best-practices", "seo"];

/** Formats a value for each language; one text if all are the same. */
function format(write: (locale: string) => string): string | InEveryLanguage {
  const texts = languages.map((language) => [language, write(locales[language])] as const);
  const [[, first] = ["", ""]] = texts;
  return texts.every(([, text]) => text === first) ? first : (Object.fromEntries(texts) as InEveryLanguage);
}

/** Formats a number with exactly `digits` decimals. A no-break space keeps the unit on its line. */
function formatNumber(value: number, digits: number, unit: string) {
  if (!Number.isFinite(value)) throw new Error("Lighthouse has not measured a figure that the site shows.");
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return format((locale) => new Intl.NumberFormat(locale, decimals).format(value) + unit);
}

/**
 * Returns the figures that the site shows of itself, formatted in each language, by the key that sections and texts
 * name. A score is never rounded up.
 * @param page the medians of the home page on a phone
 * @param copy those of its copy without script
 */
export function toMeasuredFigures(page: Figures, copy: Figures, measuredOn: Date) {
  const read = (figures: Figures, name: string) => figures[name] ?? Number.NaN;
  const paintMs = read(page, "LCP, ms");
  const scores = scoreNames.map((name) => Math.floor(read(page, name)));
  const scoreFigures = scoreNames.map(
    (name, index) => [`site-${name}`, formatNumber(scores[index] ?? Number.NaN, 0, "")] as const,
  );
  return {
    "site-paint": formatNumber(paintMs / 1000, 2, "\u00a0s"),
    "site-weight": formatNumber(read(page, "kB"), 0, "\u00a0kB"),
    "site-requests": formatNumber(read(page, "requests"), 0, ""),
    "site-ratio": formatNumber(paintMs / read(copy, "LCP, ms"), 2, "×"),
    ...Object.fromEntries(scoreFigures),
    "site-lowest-score": formatNumber(Math.min(...scores), 0, ""),
    "site-measured-on": format((locale) =>
      new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone }).format(measuredOn),
    ),
  };
}

/** Stores the figures that the site shows of itself. The next build shows them. */
export async function writeMeasuredFigures(page: Figures, copy: Figures): Promise<void> {
  const file = new URL("../../cms/content/measured-figures.json", import.meta.url);
  const figures = toMeasuredFigures(page, copy, new Date());
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`);
}
