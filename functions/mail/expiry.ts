import { type Language, locales, timeZone } from "#cms/content/site.ts";

type Words = { place: string; until: string; day: (date: string) => string };
const inWords: Record<Language, Words> = {
  // «hasta el sábado 21», as it is said.
  es: { place: "hora de Costa Rica", until: "hasta el", day: (date) => date.replace(",", "") },
  en: { place: "Costa Rica time", until: "until", day: (date) => date },
};

/** A moment as it is read in Costa Rica, where the company is: weekday, day, month and time. */
export function momentInWords(moment: Date, language: Language): string {
  const words = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { timeZone, ...options }).format(moment);
  const date = words({ weekday: "long", day: "numeric", month: "long" });
  const { day, place } = inWords[language];
  const time = words({ hour: "numeric", minute: "2-digit", hour12: true });
  return `${day(date)}, ${time} (${place})`;
}

/**
 * How long something lasts and when it ends. Both count from when it was asked for, not from now: a mail that is
 * tried again has to be the same mail.
 */
export function expiryInWords(from: Date, until: Date, language: Language): string {
  const minutes = Math.round((until.getTime() - from.getTime()) / 60_000);
  const [unit, count] =
    minutes < 60 ? (["minute", minutes] as const) : (["hour", Math.round(minutes / 60)] as const);
  const duration = new Intl.NumberFormat(locales[language], { style: "unit", unit, unitDisplay: "long" });
  const moment = momentInWords(until, language);
  return `${duration.format(count)}, ${inWords[language].until} ${moment}`;
}
