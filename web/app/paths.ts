import {
  defaultLanguage,
  isPrivate,
  type Language,
  languages,
  type PrivatePage,
  pageAt,
} from "#cms/content/site.ts";
import type { Copy } from "#web/content/copy-provider.tsx";

/** The screen of a document: a page of the CMS, a private page, or the not-found page. Its folder is in `web/pages`. */
export type Screen = "content" | PrivatePage | "not-found";

/** Lists the addresses of a page for search engines; `x-default` serves all other languages. */
export function listAlternates(
  addresses: Record<Language, string>,
): { language: Language | "x-default"; path: string }[] {
  const translations = languages.map((language) => ({ language, path: addresses[language] }));
  return [...translations, { language: "x-default", path: addresses[defaultLanguage] }];
}

/** Returns the private page at an address, or undefined for any other address. */
export function privatePageAt(pathname: string): PrivatePage | undefined {
  const page = pageAt(pathname)?.page;
  return page && isPrivate(page) ? page : undefined;
}

/** Returns the screen of the document at an address that has this copy. */
export const findScreen = (pathname: string, copy: Copy): Screen =>
  privatePageAt(pathname) ?? (copy.page ? "content" : "not-found");
