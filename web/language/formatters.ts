import { type Language, locales, timeZone } from "#cms/content/site.ts";

// Making a formatter takes longer than all else in a row of a list.
const kept = new Map<string, unknown>();

/** The formatter of that name, made once. */
export function keep<Formatter>(name: string, make: () => Formatter): Formatter {
  const known = kept.get(name) as Formatter | undefined;
  if (known) return known;
  const made = make();
  kept.set(name, made);
  return made;
}

/** Dates in the page's language, by the company's clock. */
export const dates = (language: Language, name: string, options: Intl.DateTimeFormatOptions) =>
  keep(`${name} ${language}`, () => new Intl.DateTimeFormat(locales[language], { ...options, timeZone }));

/** A day, `YYYY-MM-DD`, with its day of the week. */
export const formatDay = (day: string, language: Language): string =>
  // At its noon it is that day where the company is.
  dates(language, "day of the week", { dateStyle: "full" }).format(new Date(`${day}T18:00:00Z`));

/** The day of the week, the date and the time of the company's clock. */
export function formatMoment(createdAt: string, language: Language): string {
  const moment = dates(language, "moment", { dateStyle: "full", timeStyle: "short" }).format(
    new Date(createdAt),
  );
  // No line ends within "9:05 p. m.".
  return moment.replace(/\s([ap]\.)\s(m\.)$/, "\u00a0$1\u00a0$2");
}
