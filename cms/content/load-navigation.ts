import { fixedAddress, isPlaced } from "./addresses.ts";
import type { ContentClient } from "./client.ts";
import { assertComplete } from "./complete.ts";
import { ContentError, type Problem, type ProblemPlace } from "./problem.ts";
import { navigationQuery } from "./queries.ts";
import type { NavigationQueryResult } from "./types.generated.ts";
import type { NavigationContent, PageEntry } from "./types.ts";

const document: ProblemPlace = { type: "navigation" };

/**
 * Returns the published menu and footer in both languages.
 * @throws ContentError if the document, one of its pages, or a text is missing
 */
export async function loadNavigation(client: ContentClient): Promise<NavigationContent> {
  const found = await client.fetch<NavigationQueryResult>(navigationQuery);
  if (!found) throw new ContentError([{ document, field: "", reason: "no-document" }]);
  const gone = [...pagesThatAreGone(found)].map(
    (field): Problem => ({ document, field, reason: "page-gone" }),
  );
  if (gone.length > 0) throw new ContentError(gone);
  assertComplete(document, found, "navigation");
  const navigation = {
    ...found,
    menu: found.menu.map((entry) =>
      entry._type === "menuLink"
        ? { ...entry, page: toEntry(entry.page) }
        : { ...entry, pages: entry.pages.map(toEntry) },
    ),
    footerPages: found.footerPages.map(toEntry),
    endPages: found.endPages.map(toEntry),
  };
  return navigation as NavigationContent;
}

function* pagesThatAreGone(found: NonNullable<NavigationQueryResult>): Generator<string> {
  const inList = (field: string, list: readonly (FoundEntry | null)[] | null) =>
    (list ?? []).flatMap((page, index) => (isGone(page) ? [`${field}[${index}]`] : []));
  for (const [index, entry] of (found.menu ?? []).entries()) {
    const field = `menu[${index}] (${entry._type})`;
    if (entry._type === "menuGroup") yield* inList(`${field}.pages`, entry.pages);
    else if (isGone(entry.page)) yield `${field}.page`;
  }
  yield* inList("footerPages", found.footerPages);
  yield* inList("endPages", found.endPages);
}

type FoundEntry = NonNullable<NavigationQueryResult>["footerPages"][number];
const isGone = (page: FoundEntry | null) => page === null || !isPlaced(page.name, page.address);
const toEntry = (page: FoundEntry): PageEntry =>
  ({ ...page, address: fixedAddress(page.name) ?? page.address }) as PageEntry;
