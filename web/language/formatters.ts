import { type Language, locales, timeZone } from "#cms/content/site.ts";

const formatters = new Map<string, unknown>();

/**
 * Returns the formatter that is cached under a key, or creates it. The creation takes longer than the rest of a list
 * row.
 */
export function getFormatter<Formatter>(key: string, make: () => Formatter): Formatter {
  const cachedFormatter = formatters.get(key) as Formatter | undefined;
  if (cachedFormatter) return cachedFormatter;
  const newFormatter = make();
  formatters.set(key, newFormatter);
  return newFormatter;
}

/** Returns a formatter of dates in a language and in the company's time zone. It is cached by `name` and language. */
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
