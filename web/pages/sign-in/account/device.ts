import { type Language, locales } from "#cms/content/site.ts";
import { passkeyNameLength } from "#functions/contract/account.ts";
import { cutCharacters } from "#functions/contract/characters.ts";

// The order matters, because most browsers also name the browsers from which they derive.
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bVersion\/\S+ .*Safari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b|\bX11\b/, "Linux"],
];

/** Returns the browser and the system that a User-Agent header names, or null for an unknown one. */
export function toDevice(userAgent: string | null): { browser: string | null; system: string | null } {
  const findName = (names: [RegExp, string][]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1] ?? null;
  return { browser: findName(browsers), system: findName(systems) };
}

/** Returns the name of a new passkey: its browser and system, and its provider if the edge knows that. */
export function namePasskey(userAgent: string, provider: string | undefined): string {
  const { browser, system } = toDevice(userAgent);
  return cutCharacters([browser, system, provider].filter((part) => part).join(" · "), passkeyNameLength);
}

// Cloudflare's codes for Tor and for an unknown country.
const unknownCountries = ["T1", "XX"];

/** Returns the city and the country in the user's language, or null if both are unknown. */
export function toPlaceName(
  { city, country }: { city: string | null; country: string | null },
  language: Language,
): string | null {
  const isCountry = country && /^[A-Z]{2}$/.test(country) && !unknownCountries.includes(country);
  const name = isCountry ? new Intl.DisplayNames(locales[language], { type: "region" }).of(country) : null;
  return [city, name].filter(Boolean).join(", ") || null;
}
