import { type Language, locales } from "#cms/content/site.ts";
import { toCompanyDay } from "#functions/contract/meeting.ts";
import { getDateFormatter, getFormatter } from "./formatters.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Formats the age of a moment: "now", minutes, hours of the same day, calendar days ("yesterday"), and the date from a
 * week on. Days follow the company's time zone.
 * @param moment a time in ISO 8601
 * @param now milliseconds since 1970
 */
export function formatAge(moment: string, now: number, language: Language): string {
  const elapsed = now - Date.parse(moment);
  const toDayNumber = (date: Date) => Date.parse(toCompanyDay(date)) / day;
  const days = toDayNumber(new Date(now)) - toDayNumber(new Date(moment));
  if (days >= 7) {
    return getDateFormatter(language, "date", { dateStyle: "medium" }).format(new Date(moment));
  }
  const ago = getFormatter(
    `ago ${language}`,
    () => new Intl.RelativeTimeFormat(locales[language], { numeric: "auto", style: "short" }),
  );
  if (elapsed < minute) return ago.format(0, "second");
  if (elapsed < hour) return ago.format(-Math.floor(elapsed / minute), "minute");
  if (days < 1) return ago.format(-Math.floor(elapsed / hour), "hour");
  return ago.format(-days, "day");
}
