import { type Language, locales, timeZone } from "#cms/content/site.ts";

// The creation of a formatter takes longer than the rest of a list row, so formatters are cached.
const formatters = new Map<string, unknown>();

/** Returns the cached formatter of that name, or creates it. */
export function getFormatter<Formatter>(name: string, make: () => Formatter): Formatter {
  const cachedFormatter = formatters.get(name) as Formatter | undefined;
  if (cachedFormatter) return cachedFormatter;
  const newFormatter = make();
  formatters.set(name, newFormatter);
  return newFormatter;
}

/** Returns a formatter of dates in a language and in the company's time zone. */
export const getDateFormatter = (language: Language, name: string, options: Intl.DateTimeFormatOptions) =>
  getFormatter(
    `${name} ${language}`,
    () => new Intl.DateTimeFormat(locales[language], { ...options, timeZone }),
  );

/** Formats a day (`YYYY-MM-DD`) with its day of the week. */
export const formatDay = (day: string, language: Language): string =>
  // 18:00 UTC is noon in the company's time zone, so the day does not shift.
  getDateFormatter(language, "day of the week", { dateStyle: "full" }).format(new Date(`${day}T18:00:00Z`));

/** Formats a moment with day of the week, date and time in the company's time zone. */
export function formatMoment(createdAt: string, language: Language): string {
  const moment = getDateFormatter(language, "moment", { dateStyle: "full", timeStyle: "short" }).format(
    new Date(createdAt),
  );
  // Prevents line breaks within "9:05 p. m.".
  return moment.replace(/\s([ap]\.)\s(m\.)$/, "\u00a0$1\u00a0$2");
}
