import { type Language, locales, timeZone } from "#cms/content/site.ts";

// The creation of a formatter takes longer than the rest of a list row, so formatters are cached.
const kept = new Map<string, unknown>();

/** Returns the cached formatter of that name, or creates it. */
export function keep<Formatter>(name: string, make: () => Formatter): Formatter {
  const known = kept.get(name) as Formatter | undefined;
  if (known) return known;
  const made = make();
  kept.set(name, made);
  return made;
}

/** Returns a formatter of dates in a language and in the company's time zone. */
export const dates = (language: Language, name: string, options: Intl.DateTimeFormatOptions) =>
  keep(`${name} ${language}`, () => new Intl.DateTimeFormat(locales[language], { ...options, timeZone }));

/** Formats a day (`YYYY-MM-DD`) with its day of the week. */
export const formatDay = (day: string, language: Language): string =>
  // 18:00 UTC is noon in the company's time zone, so the day does not shift.
  dates(language, "day of the week", { dateStyle: "full" }).format(new Date(`${day}T18:00:00Z`));

/** Formats a moment with day of the week, date and time in the company's time zone. */
export function formatMoment(createdAt: string, language: Language): string {
  const moment = dates(language, "moment", { dateStyle: "full", timeStyle: "short" }).format(
    new Date(createdAt),
  );
  // Prevents line breaks within "9:05 p. m.".
  return moment.replace(/\s([ap]\.)\s(m\.)$/, "\u00a0$1\u00a0$2");
}
