import type { Language } from "#functions/contract/languages.ts";
import { timeZone } from "./agreed.ts";

const locales: Record<Language, string> = { es: "es-CR", en: "en-US" };

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// Making a formatter takes longer than all else in a row.
const kept = new Map<string, unknown>();
function keep<Formatter>(name: string, make: () => Formatter): Formatter {
  const known = kept.get(name) as Formatter | undefined;
  if (known) return known;
  const made = make();
  kept.set(name, made);
  return made;
}

const dates = (language: Language, name: string, options: Intl.DateTimeFormatOptions) =>
  keep(`${name} ${language}`, () => new Intl.DateTimeFormat(locales[language], { ...options, timeZone }));

/** How long ago it was, from "now" over minutes, hours and days; the date itself from a week on. */
export function formatAge(createdAt: string, now: number, language: Language): string {
  const elapsed = now - Date.parse(createdAt);
  if (elapsed >= 7 * day) {
    return dates(language, "date", { dateStyle: "medium" }).format(new Date(createdAt));
  }
  const ago = keep(
    `ago ${language}`,
    () => new Intl.RelativeTimeFormat(locales[language], { numeric: "auto", style: "short" }),
  );
  if (elapsed < minute) return ago.format(0, "second");
  if (elapsed < hour) return ago.format(-Math.floor(elapsed / minute), "minute");
  if (elapsed < day) return ago.format(-Math.floor(elapsed / hour), "hour");
  return ago.format(-Math.floor(elapsed / day), "day");
}

/** The day of the week, the date and the time of the company's clock. */
export function formatMoment(createdAt: string, language: Language): string {
  return dates(language, "moment", { dateStyle: "full", timeStyle: "short" }).format(new Date(createdAt));
}

/** A day that is written as `YYYY-MM-DD`, short. */
export function formatDay(date: string, language: Language): string {
  return dates(language, "day", { day: "numeric", month: "short" }).format(Date.parse(`${date}T18:00:00Z`));
}

/** A length of time in its two largest units, for example "2 h 5 min". */
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
