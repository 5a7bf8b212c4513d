import { fixedAddress, isPlaced } from "./addresses.ts";
import { assertComplete } from "./assert-complete.ts";
import type { ContentClient } from "./client.ts";
import { type OnLeftOut, readWhole } from "./leave-out.ts";
import { ContentError, type Problem, type ProblemDocument } from "./problem.ts";
import { navigationQuery } from "./queries.ts";
import type { NavigationQueryResult } from "./types.generated.ts";
import type { NavigationContent, PageEntry } from "./types.ts";

const document: ProblemDocument = { type: "navigation" };

/**
 * Returns the published menu and footer in both languages.
 * @param onLeftOut leaves out broken parts, and receives their problems
 * @throws ContentError if the document, one of its pages, or a text is missing
 */
export async function loadNavigation(
  client: ContentClient,
  onLeftOut?: OnLeftOut,
): Promise<NavigationContent> {
  const publishedNavigation = await client.fetch<NavigationQueryResult>(navigationQuery);
  if (!publishedNavigation) throw new ContentError([{ document, field: "", reason: "no-document" }]);
  return readWhole(publishedNavigation, "navigation", resolveNavigation, onLeftOut);
}

function resolveNavigation(publishedNavigation: NonNullable<NavigationQueryResult>): NavigationContent {
  const missingPageProblems = [...listMissingPages(publishedNavigation)].map(
    (field): Problem => ({ document, field, reason: "page-gone" }),
  );
  if (missingPageProblems.length > 0) throw new ContentError(missingPageProblems);
  assertComplete(document, publishedNavigation, "navigation");
  const navigation = {
    ...publishedNavigation,
    menu: publishedNavigation.menu.map((entry) =>
      entry._type === "menuLink"
        ? { ...entry, page: toEntry(entry.page) }
        : { ...entry, pages: entry.pages.map(toEntry) },
    ),
    footerPages: publishedNavigation.footerPages.map(toEntry),
    endPages: publishedNavigation.endPages.map(toEntry),
  };
  return navigation as NavigationContent;
}

/** Yields the fields of menu and footer whose page is not published or has no valid address. */
function* listMissingPages(publishedNavigation: NonNullable<NavigationQueryResult>): Generator<string> {
  const listMissingIn = (field: string, list: readonly (EntryAnswer | null)[] | null) =>
    (list ?? []).flatMap((page, index) => (isMissing(page) ? [`${field}[${index}]`] : []));
  for (const [index, entry] of (publishedNavigation.menu ?? []).entries()) {
    const field = `menu[${index}] (${entry?._type})`;
    if (!entry) yield field;
    else if (entry._type === "menuGroup") yield* listMissingIn(`${field}.pages`, entry.pages);
    else if (entry._type !== "menuLink") yield field;
    else if (isMissing(entry.page)) yield `${field}.page`;
  }
  yield* listMissingIn("footerPages", publishedNavigation.footerPages);
  yield* listMissingIn("endPages", publishedNavigation.endPages);
}

type EntryAnswer = NonNullable<NavigationQueryResult>["footerPages"][number];
const isMissing = (page: EntryAnswer | null) => !page || !isPlaced(page.name, page.address);
const toEntry = (page: EntryAnswer): PageEntry =>
  ({ ...page, address: fixedAddress(page.name) ?? page.address }) as PageEntry;
