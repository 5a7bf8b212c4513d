import { fixedAddress, isFixedPage, isPlaced, type PageAddress } from "./addresses.ts";
import type { ContentClient } from "./client.ts";
import { publishedQuery } from "./queries.ts";
import { revisionOf } from "./revision.ts";
import { languages, pageNames } from "./site.ts";
import type { PublishedQueryResult } from "./types.generated.ts";
import type { Published, PublishedPage } from "./types.ts";

type Found = Pick<PublishedQueryResult, "documents"> & {
  pages: (Omit<PublishedPage, "address"> & { address: PageAddress | null })[];
};

/** Returns the fingerprint of the published documents and the published pages, in one small query. */
export async function loadPublished(client: ContentClient): Promise<Published> {
  const { documents, pages } = await client.fetch<Found>(publishedQuery);
  const placed = placedPages(pages);
  const names = new Set(placed.map(({ name }) => name));
  const unplaced = pages.map(({ name }) => name).filter((name) => !names.has(name));
  return { fingerprint: await revisionOf(documents), pages: placed, unplaced };
}

// A page without a valid and unique address is not served.
function placedPages(found: Found["pages"]): PublishedPage[] {
  const fixed = pageNames.flatMap((name) => {
    const page = found.find((each) => each.name === name);
    const address = fixedAddress(name);
    return page && address ? [{ ...page, address }] : [];
  });
  const own = found.filter(
    ({ name, address }) => !isFixedPage(name) && isPlaced(name, address),
  ) as PublishedPage[];
  const count = new Map<string, number>();
  for (const { address } of own) {
    for (const each of Object.values(address)) count.set(each, (count.get(each) ?? 0) + 1);
  }
  const alone = own.filter(({ address }) => Object.values(address).every((each) => count.get(each) === 1));
  const [first] = languages;
  return [...fixed, ...alone.toSorted((one, other) => (one.address[first] < other.address[first] ? -1 : 1))];
}

/** Returns the page at an address with the language of that address, or undefined. */
export function publishedPageAt(pages: readonly PublishedPage[], address: string) {
  for (const page of pages) {
    const language = languages.find((each) => page.address[each] === address);
    if (language) return { ...page, language };
  }
  return undefined;
}
