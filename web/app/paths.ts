import {
  defaultLanguage,
  isPrivate,
  type Language,
  languageAt,
  languages,
  type Page,
  type PrivatePage,
  pageAt,
  path,
} from "#cms/content/site.ts";

/** A page, or what is shown where there is none. */
export type Screen = Page | "not-found";

/** A screen's folder in `web/pages`: one of its own, or `content` for a page of the CMS. */
export function screenFolder(screen: Screen): "content" | PrivatePage | "not-found" {
  return screen === "not-found" || isPrivate(screen) ? screen : "content";
}

/** A page in every language for search engines; `x-default` is for readers of any other one. */
export function alternates(page: Page): { language: Language | "x-default"; path: string }[] {
  const each = languages.map((language) => ({ language, path: path(page, language) }));
  return [...each, { language: "x-default", path: path(page, defaultLanguage) }];
}

/** The screen and the language that an address shows; a trailing slash makes no difference. */
export function screenAt(pathname: string): { screen: Screen; language: Language } {
  const found = pageAt(pathname);
  if (found) return { screen: found.page, language: found.language };
  return { screen: "not-found", language: languageAt(pathname) };
}
