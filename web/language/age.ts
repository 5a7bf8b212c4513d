import { type Language, locales } from "#cms/content/site.ts";
import { dates, keep } from "./formatters.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

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
