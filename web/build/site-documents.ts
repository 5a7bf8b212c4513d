import { isFixedPage } from "#cms/content/addresses.ts";
import { publishedPageAt } from "#cms/content/load-published.ts";
import { isPrivate, type Language, languages, pageAt, pages, path, prefixOf } from "#cms/content/site.ts";
import type { PublishedPage } from "#cms/content/types.ts";
import type { Screen } from "#web/app/paths.ts";

/** A document of the site: what it shows, in which language, where; `name` is that of its page in the CMS, if it has one. */
export type PageDocument = { screen: Screen; name: string | null; language: Language; address: string };

/** Where the document lies that stands for every address of a language that is no one's. */
export const notFoundAddress = (language: Language): string => `${prefixOf(language)}/404`;

/** Returns whether the document of that address stands for missing addresses. */
export const isNotFoundAddress = (address: string): boolean =>
  languages.some((language) => notFoundAddress(language) === address);

const ownDocuments: PageDocument[] = [
  ...pages
    .filter(isPrivate)
    .flatMap((screen) =>
      languages.map((language) => ({ screen, name: null, language, address: path(screen, language) })),
    ),
  ...languages.map((language) => ({
    screen: "not-found" as const,
    name: null,
    language,
    address: notFoundAddress(language),
  })),
];

/** Every page of the site in every language, and what is shown where there is none. */
export const pageDocuments = (published: readonly PublishedPage[]): PageDocument[] => [
  ...published.flatMap(({ name, address }) =>
    languages.map((language) => ({ screen: "content" as const, name, language, address: address[language] })),
  ),
  ...ownDocuments,
];

/** The document at an address. The pages that the site always has are there whatever the CMS says. */
export function documentAt(address: string, published: readonly PublishedPage[]): PageDocument | undefined {
  const fixed = pageAt(address);
  if (fixed && isFixedPage(fixed.page)) {
    return { screen: "content", name: fixed.page, language: fixed.language, address };
  }
  const page = publishedPageAt(published, address);
  if (page) return { screen: "content", name: page.name, language: page.language, address };
  return ownDocuments.find((each) => each.address === address);
}
