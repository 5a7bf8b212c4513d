// Fixed facts that the site, the edge, the mails and the Studio share. All may import this file; it imports nothing.

/** The languages of the site. The first is the default. */
export const languages = ["es", "en"] as const;
export type Language = (typeof languages)[number];

/** The language for visitors without a preference. Its addresses have no prefix. */
export const defaultLanguage = languages[0];

/** The name of every language in that language. */
export const languageNames: Record<Language, string> = { es: "Español", en: "English" };

/** The locale (BCP 47) for dates, numbers and place names, by language. */
export const locales: Record<Language, string> = { es: "es-CR", en: "en-US" };

/** The company's time zone (IANA), for all dates and for day boundaries. */
export const timeZone = "America/Costa_Rica";

/** The address of every fixed page by language, in the order of the sitemap. CMS pages have the same name there. */
const addresses = {
  home: { es: "/", en: "/en" },
  reputation: { es: "/gestion-de-reputacion", en: "/en/reputation-management" },
  "web-development": { es: "/diseno-y-desarrollo-web", en: "/en/web-design-and-development" },
  "technical-support": { es: "/soporte-tecnico", en: "/en/technical-support" },
  "digital-marketing": { es: "/marketing-digital", en: "/en/digital-marketing" },
  "seo-consulting": { es: "/seo-consulting", en: "/en/seo-consulting" },
  cctv: { es: "/sistemas-cctv", en: "/en/cctv-systems" },
  contact: { es: "/contacto", en: "/en/contact" },
  privacy: { es: "/privacidad", en: "/en/privacy" },
  "own-message": { es: "/mi-mensaje", en: "/en/my-message" },
  conversation: { es: "/conversacion", en: "/en/conversation" },
  "sign-in": { es: "/auth", en: "/en/auth" },
  inbox: { es: "/buzon", en: "/en/inbox" },
} as const satisfies Record<string, Record<Language, string>>;

/** The name of a fixed page. */
export type Page = keyof typeof addresses;

/** Pages without a CMS document. Search engines do not index them, and browsers do not prerender them. */
const privatePages = ["own-message", "conversation", "sign-in", "inbox"] as const satisfies Page[];
export type PrivatePage = (typeof privatePages)[number];

/** The name of a fixed page whose copy is in the CMS. */
export type PageName = Exclude<Page, PrivatePage>;

/** All fixed pages, in the order of the sitemap. */
export const pages = Object.keys(addresses) as Page[];

export const isPrivate = (page: string): page is PrivatePage =>
  (privatePages as readonly string[]).includes(page);

// Marked as pure, so that bundles can drop it.
/** The fixed pages of the CMS, in the order of the Studio's desk and the sitemap. */
export const pageNames = /* @__PURE__ */ pages.filter((page): page is PageName => !isPrivate(page));

/** An old address of the reputation page, which redirects permanently to the page. */
export const oldReputationPath = "/plataforma-de-gestion-de-reputacion";

/** Returns the address of a page by language, without the origin. */
export const addressesOf = (page: Page): Record<Language, string> => addresses[page];

/** Returns the address of a page in one language, without the origin. */
export const path = (page: Page, language: Language): string => addresses[page][language];

/** Returns the fixed page and the language of an address, or null. Ignores a trailing slash. */
export function pageAt(pathname: string): { page: Page; language: Language } | null {
  const address = pathname.replace(/(.)\/$/, "$1");
  for (const page of pages) {
    for (const language of languages) {
      if (path(page, language) === address) return { page, language };
    }
  }
  return null;
}

/** Returns the prefix of the addresses of a language: empty, or `/en`. */
export const prefixOf = (language: Language): string => path("home", language).replace(/\/$/, "");

/** Returns the language of an address by its prefix, also for an unknown page. */
export const languageAt = (pathname: string): Language =>
  languages.find(
    (language) => language !== defaultLanguage && `${pathname}/`.startsWith(`${prefixOf(language)}/`),
  ) ?? defaultLanguage;

/** Returns all languages except one. */
export const otherLanguages = (language: Language): Language[] =>
  languages.filter((siteLanguage) => siteLanguage !== language);

/** The version of Sanity's API for all requests. */
export const apiVersion = "2025-02-19";
