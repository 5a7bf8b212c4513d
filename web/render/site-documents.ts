import { isFixedPage } from "#cms/content/addresses.ts";
import { findPublishedPage } from "#cms/content/load-published.ts";
import { isPrivate, type Language, languages, pageAt, pages, path, prefixOf } from "#cms/content/site.ts";
import type { PublishedPage } from "#cms/content/types.ts";
import type { Screen } from "#web/app/paths.ts";

/** A document of the site. `name` is the name of its page in the CMS, or null. */
export type PageDocument = { screen: Screen; name: string | null; language: Language; address: string };

/** Returns the address of the not-found document of a language. */
export const notFoundAddress = (language: Language): string => `${prefixOf(language)}/404`;

/** Whether a not-found document has this address. */
export const isNotFoundAddress = (address: string): boolean =>
  languages.some((language) => notFoundAddress(language) === address);

const fixedDocuments: PageDocument[] = [
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

/** Lists every page in every language, the private pages and the not-found documents. */
export const listPageDocuments = (published: readonly PublishedPage[]): PageDocument[] => [
  ...published.flatMap(({ name, address }) =>
    languages.map((language) => ({ screen: "content" as const, name, language, address: address[language] })),
  ),
  ...fixedDocuments,
];

/** Finds the document at an address. Fixed pages exist whatever the CMS publishes. */
export function findDocument(address: string, published: readonly PublishedPage[]): PageDocument | undefined {
  const fixedPage = pageAt(address);
  if (fixedPage && isFixedPage(fixedPage.page)) {
    return { screen: "content", name: fixedPage.page, language: fixedPage.language, address };
  }
  const page = findPublishedPage(published, address);
  if (page) return { screen: "content", name: page.name, language: page.language, address };
  return fixedDocuments.find((pageDocument) => pageDocument.address === address);
}
