import { type Language, locales } from "#cms/content/site.ts";

// Cloudflare's marks for Tor and for what it does not know: they are no countries.
const nowhere = ["T1", "XX"];

/** City and country in the reader's language; null when neither is known. */
export function toPlaceName(
  { city, country }: { city: string | null; country: string | null },
  language: Language,
): string | null {
  const known = country && /^[A-Z]{2}$/.test(country) && !nowhere.includes(country);
  const name = known ? new Intl.DisplayNames(locales[language], { type: "region" }).of(country) : null;
  return [city, name].filter(Boolean).join(", ") || null;
}
