import type { PatchOperations, SanityClient } from "@sanity/client";
import type { PageAddress } from "../content/addresses.ts";
import { type InEveryLanguage, mapChildren } from "../content/languages.ts";
import { scheduledPublicationId } from "../content/scheduled-publication.ts";
import { languageAt, languages } from "../content/site.ts";
import type { Navigation, Redirect } from "../content/types.generated.ts";

type StoredDocument = { _id: string; _rev: string };
type Title = Partial<InEveryLanguage> | null;

/** A stored page, published or draft. */
type StoredPage = StoredDocument & { address: (Partial<PageAddress> & { former: string[] | null }) | null };

/** The stored menu and footer, published or draft. A draft may lack any part of them. */
type StoredNavigation = StoredDocument & Partial<Pick<Navigation, "menu" | "footerPages" | "endPages">>;

/** A document that links to a page. */
export type LinkingDocument = { _id: string; _type: string; name: string | null; title: Title };

/** The facts that the removal of a page depends on: every link to it, published or not. */
export type RemovalFacts = {
  /** Its draft and its published version, if they exist. */
  page: StoredPage[];
  linking: LinkingDocument[];
  navigation: StoredNavigation[];
  /** The redirects to it. */
  redirects: StoredDocument[];
  /** The old addresses of all published redirects. */
  redirectedAddresses: string[];
  /** The other published pages, to which its addresses can redirect. */
  targets: { _id: string; name: string | null; title: Title; address: Partial<PageAddress> | null }[];
};

// `path("*")` excludes drafts, because their ids contain a dot.
const query = `{
  "page": *[_id in [$id, "drafts." + $id]] | order(_id asc){_id, _rev, address},
  "linking": *[
    references($id) && !(_id in [$id, "drafts." + $id]) && !(_type in ["navigation", "redirect"])
  ] | order(_id asc){_id, _type, name, title},
  "navigation": *[_type == "navigation" && references($id)] | order(_id asc){_id, _rev, menu, footerPages, endPages},
  "redirects": *[_type == "redirect" && references($id)] | order(_id asc){_id, _rev},
  "redirectedAddresses": *[_type == "redirect" && _id in path("*")].from,
  "targets": *[_type == "page" && _id in path("*") && _id != $id] | order(title.es asc){_id, name, title, address{es, en}}
}`;

/** Reads the facts for the removal of a page. @throws if the CMS does not respond */
export const readRemovalFacts = (client: SanityClient, id: string): Promise<RemovalFacts> =>
  client.withConfig({ perspective: "raw", useCdn: false }).fetch<RemovalFacts>(query, { id });

/** A mutation of the transaction that removes a page. */
export type RemovalMutation =
  | { patch: { id: string; ifRevisionID: string } & PatchOperations }
  | { create: Pick<Redirect, "_id" | "_type" | "from" | "to"> & { language: string } }
  | { delete: { id: string } };

/** An obstacle to the removal of a page. */
export type RemovalBlocker = "linked" | "menu-empty" | "group-empty" | "footer-empty";

/** Returns the published and former addresses of a page, which redirects can take over when an editor deletes it. */
export function listKnownAddresses({ page }: Pick<RemovalFacts, "page">, id: string): string[] {
  const address = page.find(({ _id }) => _id === id)?.address;
  const currentAddresses = languages.flatMap((language) => address?.[language] ?? []);
  return [...new Set([...currentAddresses, ...(address?.former ?? [])])];
}

/** Returns the obstacles to the removal of a page: links to it, and lists that it would leave empty. */
export function findRemovalBlockers(facts: RemovalFacts, id: string): RemovalBlocker[] {
  const blockers = new Set<RemovalBlocker>();
  if (facts.linking.length > 0) blockers.add("linked");
  const isEmptied = (list: object[] | null | undefined) =>
    Boolean(list?.length) && withoutPage(list, id)?.length === 0;
  for (const { menu, footerPages } of facts.navigation) {
    if (isEmptied(menu)) blockers.add("menu-empty");
    if (menu?.some((entry) => entry._type === "menuGroup" && isEmptied(entry.pages)))
      blockers.add("group-empty");
    if (isEmptied(footerPages)) blockers.add("footer-empty");
  }
  return [...blockers];
}

/**
 * Returns the transaction that removes a page with its draft and its scheduled publication. It removes the page from
 * menu and footer, and redirects its addresses, unless taken, and its redirects to `target`. The CMS rejects it if a
 * document has changed since the facts were read.
 */
export function planRemoval(
  facts: RemovalFacts,
  { id, target, newId }: { id: string; target: string; newId: () => string },
): RemovalMutation[] {
  const to = { _type: "reference", _ref: target } as const;
  const patch = (
    { _id, _rev }: { _id: string; _rev: string },
    operations: PatchOperations,
  ): RemovalMutation => ({
    patch: { id: _id, ifRevisionID: _rev, ...operations },
  });
  const currentAddresses = facts.targets.flatMap(({ address }) =>
    languages.map((language) => address?.[language]),
  );
  const takenAddresses = new Set<string | undefined>([...facts.redirectedAddresses, ...currentAddresses]);
  return [
    ...facts.navigation.map((stored) => patch(stored, { set: listWithoutPage(stored, id) })),
    ...facts.redirects.map((stored) => patch(stored, { set: { to } })),
    ...listKnownAddresses(facts, id)
      .filter((from) => !takenAddresses.has(from))
      .map(
        (from): RemovalMutation => ({
          create: { _id: newId(), _type: "redirect", from, to, language: languageAt(from) },
        }),
      ),
    // A deletion cannot check the revision, so a patch without effect checks it first.
    ...facts.page.map((stored: StoredPage) => patch(stored, { unset: ["_deleted"] })),
    ...facts.page.map(({ _id }): RemovalMutation => ({ delete: { id: _id } })),
    { delete: { id: scheduledPublicationId(id) } },
  ];
}

/** Returns the lists that a menu and footer have, without a page. */
function listWithoutPage({ _id, _rev, ...lists }: StoredNavigation, id: string): object {
  return withoutPage(Object.fromEntries(Object.entries(lists).filter(([, list]) => list)), id);
}

/** Returns a value without the list entries that lead to a page, at any depth. */
function withoutPage<Value>(value: Value, id: string): Value {
  const isOther = (entry: { _ref?: string; page?: { _ref?: string } }) =>
    (entry._ref ?? entry.page?._ref) !== id;
  const remainingValue = Array.isArray(value) ? value.filter(isOther) : value;
  return mapChildren(remainingValue, (child) => withoutPage(child, id)) as Value;
}
