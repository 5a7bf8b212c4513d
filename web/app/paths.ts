import { type Language, languages } from "#functions/contract/languages.ts";

/** Every page's address in both languages. A page's name is its name in the CMS where it has a document there. */
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
  "sign-in": { es: "/auth", en: "/en/auth" },
  inbox: { es: "/buzon", en: "/en/inbox" },
} as const satisfies Record<string, Record<Language, string>>;

export type Page = keyof typeof addresses;

/** A page, or what is shown where there is none. */
export type Screen = Page | "not-found";

/** Every page, in the order of the menu and the sitemap. */
export const pages = Object.keys(addresses) as Page[];

/** The pages of the services dropdown, in its order. */
export const servicePages = [
  "web-development",
  "technical-support",
  "reputation",
  "digital-marketing",
  "seo-consulting",
  "cctv",
] as const satisfies Page[];

/** The pages for administrators: not listed for search engines, and not prepared in advance. */
const privatePages = ["sign-in", "inbox"] as const satisfies Page[];
export type PrivatePage = (typeof privatePages)[number];

export const isPrivate = (screen: Screen): screen is PrivatePage =>
  (privatePages as readonly Screen[]).includes(screen);

/** A screen's folder in `web/pages`: one of its own, or `content` for a page of the CMS. */
export function screenFolder(screen: Screen): "content" | PrivatePage | "not-found" {
  return screen === "not-found" || isPrivate(screen) ? screen : "content";
}

/** The old address of the reputation page, which answers with a permanent redirect to it. */
export const oldReputationPath = "/plataforma-de-gestion-de-reputacion";

/** The address of a page in a language, without the origin. */
export function path(page: Page, language: Language): string {
  return addresses[page][language];
}

/** A page in every language for search engines; `x-default` is for readers of any other one. */
export function alternates(page: Page): { language: Language | "x-default"; path: string }[] {
  const each = languages.map((language) => ({ language, path: path(page, language) }));
  return [...each, { language: "x-default", path: path(page, "es") }];
}

/** The screen and the language that an address shows; a trailing slash makes no difference. */
export function screenAt(pathname: string): { screen: Screen; language: Language } {
  const address = pathname.replace(/(.)\/$/, "$1");
  for (const page of pages) {
    for (const language of languages) {
      if (addresses[page][language] === address) return { screen: page, language };
    }
  }
  return { screen: "not-found", language: /^\/en(\/|$)/.test(address) ? "en" : "es" };
}

/** The language that the switch leads to. */
export const otherLanguage = (language: Language): Language => (language === "es" ? "en" : "es");
