// The ground: what the site, the edge, the mails and the Studio have to agree on. It imports nothing, and all may import it.

/** The languages of the site, the default first. */
export const languages = ["es", "en"] as const;
export type Language = (typeof languages)[number];

/** The language of a visitor who asks for none. Its addresses have no prefix. */
export const defaultLanguage = languages[0];

/** What each language is called in itself. */
export const languageNames: Record<Language, string> = { es: "Español", en: "English" };

/** The locale (BCP 47) of dates, numbers and names of places in each language. */
export const locales: Record<Language, string> = { es: "es-CR", en: "en-US" };

/** The company's time zone (IANA), in which its days begin and all dates are written. */
export const timeZone = "America/Costa_Rica";

/** Every page's address in each language, in the order of the sitemap. A page of the CMS has its name there. */
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
  "sign-in": { es: "/auth", en: "/en/auth" },
  inbox: { es: "/buzon", en: "/en/inbox" },
} as const satisfies Record<string, Record<Language, string>>;

/** A page of the site, by its name. */
export type Page = keyof typeof addresses;

/** The pages that have no document in the CMS: search engines are kept from them, and they are not prepared in advance. */
const privatePages = ["own-message", "sign-in", "inbox"] as const satisfies Page[];
export type PrivatePage = (typeof privatePages)[number];

/** A page whose copy is in the CMS. */
export type PageName = Exclude<Page, PrivatePage>;

/** Every page, in the order of the sitemap. */
export const pages = Object.keys(addresses) as Page[];

export const isPrivate = (page: string): page is PrivatePage =>
  (privatePages as readonly string[]).includes(page);

// Marked as pure, so that a bundle without it leaves it out.
/** The pages of the CMS, in the order of the desk and the sitemap. */
export const pageNames = /* @__PURE__ */ pages.filter((page): page is PageName => !isPrivate(page));

/** The old address of the reputation page, which answers with a permanent redirect to it. */
export const oldReputationPath = "/plataforma-de-gestion-de-reputacion";

/** The address of a page in each language, without the origin. */
export const addressesOf = (page: Page): Record<Language, string> => addresses[page];

/** The address of a page in a language, without the origin. */
export const path = (page: Page, language: Language): string => addresses[page][language];

/** The page that an address is of, and its language; null where there is none. A trailing slash makes no difference. */
export function pageAt(pathname: string): { page: Page; language: Language } | null {
  const address = pathname.replace(/(.)\/$/, "$1");
  for (const page of pages) {
    for (const language of languages) {
      if (path(page, language) === address) return { page, language };
    }
  }
  return null;
}

/** What the addresses of a language begin with: nothing, or `/en`. */
export const prefixOf = (language: Language): string => path("home", language).replace(/\/$/, "");

/** Returns the language of an address, by its prefix, also where no page is. */
export const languageAt = (pathname: string): Language =>
  languages.find(
    (language) => language !== defaultLanguage && `${pathname}/`.startsWith(`${prefixOf(language)}/`),
  ) ?? defaultLanguage;

/** The languages that a reader of one can switch to. */
export const otherLanguages = (language: Language): Language[] =>
  languages.filter((other) => other !== language);

/** The version of Sanity's API that everything here speaks. */
export const apiVersion = "2025-02-19";
