import { type Language, locales, timeZone } from "#cms/content/site.ts";
import { codeLifetimeMinutes } from "#functions/contract/account.ts";
import { hourMs } from "#functions/kernel/durations.ts";

type MomentTexts = { timeZoneName: string; until: string; day: (date: string) => string };
const momentTexts: Record<Language, MomentTexts> = {
  // Spanish has no comma after the weekday: «hasta el sábado 21».
  es: { timeZoneName: "hora de Costa Rica", until: "hasta el", day: (date) => date.replace(",", "") },
  en: { timeZoneName: "Costa Rica time", until: "until", day: (date) => date },
};

/** Returns a moment in the time of Costa Rica, where the company is: weekday, day, month and time. */
export function momentInWords(moment: Date, language: Language): string {
  const formatPart = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locales[language], { timeZone, ...options }).format(moment);
  const date = formatPart({ weekday: "long", day: "numeric", month: "long" });
  const { day, timeZoneName } = momentTexts[language];
  // No line break separates a time from its «a. m.».
  const time = formatPart({ hour: "numeric", minute: "2-digit", hour12: true }).replaceAll(" ", "\u00a0");
  return `${day(date)}, ${time} (${timeZoneName})`;
}

const durationInWords = (count: number, unit: "minute" | "hour", language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: "unit", unit, unitDisplay: "long" }).format(count);

/**
 * Returns the lifetime and the end of a link in words. The lifetime counts from the request, because the mail provider
 * rejects a retry whose text differs.
 */
function linkLifetimeInWords(from: Date, until: Date, language: Language): string {
  const hours = Math.round((until.getTime() - from.getTime()) / hourMs);
  return `${durationInWords(hours, "hour", language)}, ${momentTexts[language].until} ${momentInWords(until, language)}`;
}

/** Returns the text about a link's lifetime and its expiry. */
export function linkValidityInWords(from: Date, until: Date, language: Language): string {
  const link = linkLifetimeInWords(from, until, language);
  return {
    es: `El enlace sirve una sola vez y vale ${link}.`,
    en: `The link works once and is good for ${link}.`,
  }[language];
}

/** Returns the text about the lifetimes of a link and its code, and the link's expiry. */
export function validityInWords(from: Date, until: Date, language: Language): string {
  const link = linkLifetimeInWords(from, until, language);
  const code = durationInWords(codeLifetimeMinutes, "minute", language);
  return {
    es: `El enlace y el código sirven una sola vez. El enlace vale ${link}; el código, ${code} desde que lo pediste.`,
    en: `The link and the code each work once. The link is good for ${link}; the code, for ${code} from when you asked for it.`,
  }[language];
}
