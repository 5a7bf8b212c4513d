import { type Language, locales, timeZone } from "#cms/content/site.ts";

// Making a formatter takes longer than all else in a row of a list.
const kept = new Map<string, unknown>();

/** The formatter of that name, made once. */
export function keep<Formatter>(name: string, make: () => Formatter): Formatter {
  const known = kept.get(name) as Formatter | undefined;
  if (known) return known;
  const made = make();
  kept.set(name, made);
  return made;
}

/** Dates in the page's language, by the company's clock. */
export const dates = (language: Language, name: string, options: Intl.DateTimeFormatOptions) =>
  keep(`${name} ${language}`, () => new Intl.DateTimeFormat(locales[language], { ...options, timeZone }));
