import { fixedAddress, isFixedPage, isPlaced, type PageAddress } from "./addresses.ts";
import type { ContentClient } from "./client.ts";
import { publishedQuery } from "./queries.ts";
import { computeRevision } from "./revision.ts";
import { languages, pageNames } from "./site.ts";
import type { PublishedQueryResult } from "./types.generated.ts";
import type { Published, PublishedPage } from "./types.ts";

type PublishedAnswer = Pick<PublishedQueryResult, "documents"> & {
  pages: (Omit<PublishedPage, "address"> & { address: PageAddress | null })[];
};

/**
 * Reads the fingerprint of the published documents, the pages that the site serves, and the names of pages without a
 * usable address. The query is small, because the edge repeats it every few seconds under traffic, and the Studio while
 * it follows a publication.
 */
export async function loadPublished(client: ContentClient): Promise<Published> {
  const { documents, pages } = await client.fetch<PublishedAnswer>(publishedQuery);
  const servedPages = listPlacedPages(pages);
  const names = new Set(servedPages.map(({ name }) => name));
  const unplaced = pages.map(({ name }) => name).filter((name) => !names.has(name));
  return { fingerprint: await computeRevision(documents), pages: servedPages, unplaced };
}

/**
 * Returns the pages that the site serves: fixed pages in their order, then pages of editors by address. Omits pages of
 * editors without a valid address. Of two pages with the same address, the one that was created first keeps it.
 */
function listPlacedPages(answeredPages: PublishedAnswer["pages"]): PublishedPage[] {
  const fixedPages = pageNames.flatMap((name) => {
    const page = answeredPages.find((candidate) => candidate.name === name);
    const address = fixedAddress(name);
    return page && address ? [{ ...page, address }] : [];
  });
  const editorPages = answeredPages.filter(
    ({ name, address }) => !isFixedPage(name) && isPlaced(name, address),
  ) as PublishedPage[];
  const takenAddresses = new Set<string>();
  const uniquePages = editorPages.filter(({ address }) => {
    const addresses = Object.values(address);
    if (addresses.some((path) => takenAddresses.has(path))) return false;
    for (const path of addresses) takenAddresses.add(path);
    return true;
  });
  const [firstLanguage] = languages;
  return [
    ...fixedPages,
    ...uniquePages.toSorted((a, b) => (a.address[firstLanguage] < b.address[firstLanguage] ? -1 : 1)),
  ];
}

/** Returns the page at an address with the language of that address, or undefined. */
export function findPublishedPage(pages: readonly PublishedPage[], address: string) {
  for (const page of pages) {
    const language = languages.find((siteLanguage) => page.address[siteLanguage] === address);
    if (language) return { ...page, language };
  }
  return undefined;
}
