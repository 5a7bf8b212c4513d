import { type Language, locales } from "#cms/content/site.ts";
import { dates, keep } from "#web/language/formatters.ts";

/** Formats a day (`YYYY-MM-DD`) without its year. */
export function formatDay(date: string, language: Language): string {
  return dates(language, "day", { day: "numeric", month: "short" }).format(Date.parse(`${date}T18:00:00Z`));
}

/** Formats a duration in its two largest units, for example "2 h 5 min". */
export function formatDuration(seconds: number, language: Language): string {
  const unit = (value: number, name: "day" | "hour" | "minute" | "second") =>
    keep(
      `unit ${name} ${language}`,
      () => new Intl.NumberFormat(locales[language], { style: "unit", unit: name, unitDisplay: "short" }),
    ).format(value);
  const whole = Math.round(seconds);
  if (whole < 60) return unit(whole, "second");
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return unit(minutes, "minute");
  const [large, small, largeName, smallName] =
    minutes < 24 * 60
      ? ([Math.floor(minutes / 60), minutes % 60, "hour", "minute"] as const)
      : ([Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), "day", "hour"] as const);
  return small === 0 ? unit(large, largeName) : `${unit(large, largeName)} ${unit(small, smallName)}`;
}
