import { type Language, locales } from "#cms/content/site.ts";
import { getDateFormatter, getFormatter } from "#web/language/formatters.ts";

/** Formats a day (`YYYY-MM-DD`) without its year. */
export function formatShortDay(date: string, language: Language): string {
  // 18:00 UTC is noon in the company's time zone, so the day does not shift.
  return getDateFormatter(language, "day", { day: "numeric", month: "short" }).format(
    Date.parse(`${date}T18:00:00Z`),
  );
}

/** Formats a duration: "45 sec", "5 min", and from an hour on in its two largest units, for example "2 h 5 min". */
export function formatDuration(seconds: number, language: Language): string {
  const formatUnit = (value: number, name: "day" | "hour" | "minute" | "second") =>
    getFormatter(
      `unit ${name} ${language}`,
      () => new Intl.NumberFormat(locales[language], { style: "unit", unit: name, unitDisplay: "short" }),
    ).format(value);
  const wholeSeconds = Math.round(seconds);
  if (wholeSeconds < 60) return formatUnit(wholeSeconds, "second");
  const minutes = Math.round(wholeSeconds / 60);
  if (minutes < 60) return formatUnit(minutes, "minute");
  const [large, small, largeName, smallName] =
    minutes < 24 * 60
      ? ([Math.floor(minutes / 60), minutes % 60, "hour", "minute"] as const)
      : ([Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), "day", "hour"] as const);
  return small === 0
    ? formatUnit(large, largeName)
    : `${formatUnit(large, largeName)} ${formatUnit(small, smallName)}`;
}
