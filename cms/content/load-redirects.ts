import { findAddressFault, fixedAddress, isOwnAddress, isPlaced, type PageAddress } from "./addresses.ts";
import type { ContentClient } from "./client.ts";
import type { OnLeftOut } from "./leave-out.ts";
import { toOldAddressKey } from "./old-address.ts";
import { ContentError, type Problem, type ProblemDocument } from "./problem.ts";
import { redirectsQuery } from "./queries.ts";
import { languageAt, languages } from "./site.ts";
import type { RedirectsQueryResult } from "./types.generated.ts";
import type { Redirect } from "./types.ts";

type Addressed<Document> = Omit<Document, "address"> & { address: PageAddress | null };
type RedirectsAnswer = {
  documents: Addressed<RedirectsQueryResult["documents"][number]>[];
  pages: Addressed<RedirectsQueryResult["pages"][number]>[];
};

/**
 * Returns the permanent redirects: those that editors wrote, and those from former addresses of pages. The target is
 * always a page and never another redirect, so there are no chains and no loops.
 * @param onLeftOut leaves out broken redirects, also all of those with one address, and receives their problems
 * @throws ContentError if a redirect has no target, two have the same address, or an address is in use
 */
export async function loadRedirects(client: ContentClient, onLeftOut?: OnLeftOut): Promise<Redirect[]> {
  const { documents, pages } = await client.fetch<RedirectsAnswer>(redirectsQuery);
  const pageAddresses = new Set(
    pages.flatMap(({ address }) => languages.map((language) => address?.[language])),
  );
  const keys = documents.map(({ from }) => toOldAddressKey(String(from ?? "")));
  const problems: Problem[] = [];
  const editorRedirects = documents.flatMap((redirect, index): Redirect[] => {
    const { page, address, language } = redirect;
    // Another program may have stored no text.
    const from = String(redirect.from ?? "");
    const document: ProblemDocument = { type: "redirect", name: from };
    const key = keys[index] ?? null;
    const faults: Problem[] = [];
    if (!page || !isPlaced(page, address)) faults.push({ document, field: "to", reason: "page-gone" });
    if (key !== null && keys.filter((otherKey) => otherKey === key).length > 1)
      faults.push({ document, field: "from", reason: "address-twice" });
    if (key === null || [from, key].some((name) => isOwnAddress(name) || pageAddresses.has(name)))
      faults.push({ document, field: "from", reason: "address-taken" });
    const to = page && (fixedAddress(page) ?? address)?.[language];
    if (faults.length === 0 && !to) faults.push({ document, field: "language", reason: "missing" });
    problems.push(...faults);
    return to && faults.length === 0 ? [{ from, to }] : [];
  });
  if (problems.length > 0) {
    if (!onLeftOut) throw new ContentError(problems);
    onLeftOut(problems);
  }

  const knownAddresses = new Set([
    ...pageAddresses,
    ...editorRedirects.flatMap(({ from }) => [from, toOldAddressKey(from)]),
  ]);
  const placedPages = pages.filter(({ name, address }) => isPlaced(name, address));
  const formerAddressRedirects = placedPages.flatMap(({ address, former }) =>
    (Array.isArray(former) ? former : [])
      .filter(
        (from) =>
          typeof from === "string" &&
          !knownAddresses.has(from) &&
          findAddressFault(from, languageAt(from)) === null,
      )
      .flatMap((from): Redirect[] => {
        const to = address?.[languageAt(from)];
        return to ? [{ from, to }] : [];
      }),
  );
  return [...editorRedirects, ...formerAddressRedirects].toSorted((a, b) => (a.from < b.from ? -1 : 1));
}
