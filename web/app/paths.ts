import {
  defaultLanguage,
  isPrivate,
  type Language,
  languages,
  type PrivatePage,
  pageAt,
} from "#cms/content/site.ts";
import type { Copy } from "#web/content/copy-provider.tsx";

/** What a document shows: a page of the CMS, a page of its own, or what is shown where there is none. Each has its folder in `web/pages`. */
export type Screen = "content" | PrivatePage | "not-found";

/** A page in every language for search engines; `x-default` is for readers of any other one. */
export function alternates(
  addresses: Record<Language, string>,
): { language: Language | "x-default"; path: string }[] {
  const each = languages.map((language) => ({ language, path: addresses[language] }));
  return [...each, { language: "x-default", path: addresses[defaultLanguage] }];
}

/** The page of its own that an address shows; undefined where it shows a page of the CMS or nothing. */
export function privatePageAt(pathname: string): PrivatePage | undefined {
  const page = pageAt(pathname)?.page;
  return page && isPrivate(page) ? page : undefined;
}

/** The screen of the document that is at an address and was made with that copy. */
export const shownScreen = (pathname: string, copy: Copy): Screen =>
  privatePageAt(pathname) ?? (copy.page ? "content" : "not-found");
