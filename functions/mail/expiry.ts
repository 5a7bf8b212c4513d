import { type Language, locales, timeZone } from "#cms/content/site.ts";

const place = { es: "hora de Costa Rica", en: "Costa Rica time" };

/** A moment as it is read in Costa Rica, where the company is: weekday, day, month and time. */
export function momentInWords(moment: Date, language: Language): string {
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { timeZone, ...options }).format(moment);
  const date = words({ weekday: "long", day: "numeric", month: "long" });
  // «hasta el sábado 21», as it is said.
  const day = language === "es" ? date.replace(",", "") : date;
  const time = words({ hour: "numeric", minute: "2-digit", hour12: true });
  return `${day}, ${time} (${place[language]})`;
}

/**
 * How long something lasts and when it ends. Both are told as of when it was asked for, not as of now: a mail that is
 * tried again has to be the same mail.
 */
export function expiryInWords(from: Date, until: Date, language: Language): string {
  const minutes = Math.round((until.getTime() - from.getTime()) / 60_000);
  const [unit, count] =
    minutes < 60 ? (["minute", minutes] as const) : (["hour", Math.round(minutes / 60)] as const);
  const duration = new Intl.NumberFormat(locales[language], { style: "unit", unit, unitDisplay: "long" });
  const moment = momentInWords(until, language);
  return `${duration.format(count)}, ${language === "es" ? "hasta el" : "until"} ${moment}`;
}
