import type { PatchOperations, SanityClient } from "@sanity/client";
import type { PageAddress } from "../content/addresses.ts";
import type { InBothLanguages } from "../content/languages.ts";
import { scheduledPublicationId } from "../content/scheduled-publication.ts";
import { languageAt, languages } from "../content/site.ts";

type Stored = { _id: string; _rev: string };
type Title = Partial<InBothLanguages> | null;

/** A stored page, published or draft. */
type StoredPage = Stored & { address: (Partial<PageAddress> & { former: string[] | null }) | null };

type Entry = { _key: string; _ref?: string };
/** The stored menu and footer, published or draft. */
type StoredNavigation = Stored & {
  menu: { _key: string; _type: string; page?: Entry; pages?: Entry[] | null; title?: Title }[] | null;
  footerPages: Entry[] | null;
  endPages: Entry[] | null;
};

/** A document that links to a page. */
export type Linking = { _id: string; _type: string; name: string | null; title: Title };

/** The facts that the removal of a page depends on: every link to it, published or not. */
export type RemovalFacts = {
  /** Its draft and its published version, if they exist. */
  page: StoredPage[];
  linking: Linking[];
  navigation: StoredNavigation[];
  /** The redirects to it. */
  redirects: Stored[];
  /** The old addresses of all published redirects. */
  starts: string[];
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
  "starts": *[_type == "redirect" && _id in path("*")].from,
  "targets": *[_type == "page" && _id in path("*") && _id != $id] | order(title.es asc){_id, name, title, address{es, en}}
}`;

/** Reads the facts for the removal of a page. @throws if the CMS does not respond */
export const readRemovalFacts = (client: SanityClient, id: string): Promise<RemovalFacts> =>
  client.withConfig({ perspective: "raw", useCdn: false }).fetch<RemovalFacts>(query, { id });

type Redirect = {
  _id: string;
  _type: "redirect";
  from: string;
  to: { _type: "reference"; _ref: string };
  language: string;
};

/** A mutation of the transaction that removes a page. */
export type Change =
  | { patch: { id: string; ifRevisionID: string } & PatchOperations }
  | { create: Redirect }
  | { delete: { id: string } };

/** An obstacle to the removal of a page. */
export type Hindrance = "linked" | "menu-empty" | "group-empty" | "footer-empty";

/** Returns the published addresses of a page and its former addresses. */
export function knownAddresses({ page }: Pick<RemovalFacts, "page">, id: string): string[] {
  const address = page.find(({ _id }) => _id === id)?.address;
  const present = languages.flatMap((language) => address?.[language] ?? []);
  return [...new Set([...present, ...(address?.former ?? [])])];
}

/** Returns the obstacles to the removal of a page. */
export function hindrancesOf(facts: RemovalFacts, id: string): Hindrance[] {
  const emptied = facts.navigation.flatMap((stored): Hindrance[] => {
    const left = withoutPage(stored, id);
    const emptied: Record<Exclude<Hindrance, "linked">, boolean> = {
      "menu-empty": left.menu?.length === 0,
      "group-empty": (stored.menu ?? []).some(
        ({ pages }) => pages && pages.length > 0 && without(pages, id).length === 0,
      ),
      "footer-empty": left.footerPages?.length === 0,
    };
    return (Object.keys(emptied) as (keyof typeof emptied)[]).filter((each) => emptied[each]);
  });
  return [...new Set<Hindrance>([...(facts.linking.length > 0 ? (["linked"] as const) : []), ...emptied])];
}

/**
 * Returns the transaction that removes a page with its draft and its scheduled publication. It removes the page from
 * menu and footer, and redirects its addresses to `target`. The CMS rejects it if a document has changed since the
 * facts were read.
 */
export function planRemoval(
  facts: RemovalFacts,
  { id, target, newId }: { id: string; target: string; newId: () => string },
): Change[] {
  const to = { _type: "reference", _ref: target } as const;
  const patch = ({ _id, _rev }: { _id: string; _rev: string }, operations: PatchOperations): Change => ({
    patch: { id: _id, ifRevisionID: _rev, ...operations },
  });
  const present = facts.targets.flatMap(({ address }) => languages.map((language) => address?.[language]));
  const taken = new Set<string | undefined>([...facts.starts, ...present]);
  return [
    ...facts.navigation.map((stored) => patch(stored, { set: withoutPage(stored, id) })),
    ...facts.redirects.map((stored) => patch(stored, { set: { to } })),
    ...knownAddresses(facts, id)
      .filter((from) => !taken.has(from))
      .map(
        (from): Change => ({
          create: { _id: newId(), _type: "redirect", from, to, language: languageAt(from) },
        }),
      ),
    // A deletion cannot check the revision, so a patch without effect checks it first.
    ...facts.page.map((stored: StoredPage) => patch(stored, { unset: ["_deleted"] })),
    ...facts.page.map(({ _id }): Change => ({ delete: { id: _id } })),
    { delete: { id: scheduledPublicationId(id) } },
  ];
}

/** Returns the lists of menu and footer that contain a page, without that page. */
function withoutPage({ menu, footerPages, endPages }: StoredNavigation, id: string) {
  const lists = {
    menu: (menu ?? [])
      .filter(({ page }) => page?._ref !== id)
      .map((entry) => (entry.pages ? { ...entry, pages: without(entry.pages, id) } : entry)),
    footerPages: without(footerPages, id),
    endPages: without(endPages, id),
  };
  const before = { menu, footerPages, endPages };
  const named = Object.entries(lists).filter(([name]) =>
    JSON.stringify(before[name as keyof typeof before] ?? []).includes(`"_ref":"${id}"`),
  );
  return Object.fromEntries(named) as Partial<typeof lists>;
}

const without = <Entry extends { _ref?: string }>(list: readonly Entry[] | null, id: string): Entry[] =>
  (list ?? []).filter(({ _ref }) => _ref !== id);
