import type { Language } from "#functions/contract/languages.ts";
import { locales, timeZone } from "#web/language/age.ts";

/** The day of the week, the date and the time of the company's clock. */
export function formatMoment(createdAt: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    dateStyle: "full",
    timeStyle: "short",
    timeZone,
  }).format(new Date(createdAt));
}
