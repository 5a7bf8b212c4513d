import type { Language } from "#functions/contract/languages.ts";

/** The locale in which dates, numbers and names of places are written. */
export const locales: Record<Language, string> = { es: "es-CR", en: "en-US" };

/** The company's time zone, in which all dates are written. */
export const timeZone = "America/Costa_Rica";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long ago it was, from "now" over minutes, hours and days; the date itself from a week on. */
export function formatAge(createdAt: string, now: number, language: Language): string {
  const elapsed = now - Date.parse(createdAt);
  if (elapsed >= 7 * day) {
    return new Intl.DateTimeFormat(locales[language], { dateStyle: "medium", timeZone }).format(
      new Date(createdAt),
    );
  }
  const ago = new Intl.RelativeTimeFormat(locales[language], { numeric: "auto", style: "short" });
  if (elapsed < minute) return ago.format(0, "second");
  if (elapsed < hour) return ago.format(-Math.floor(elapsed / minute), "minute");
  if (elapsed < day) return ago.format(-Math.floor(elapsed / hour), "hour");
  return ago.format(-Math.floor(elapsed / day), "day");
}
