import type { SanityClient } from "@sanity/client";
import type { PageAddress } from "../content/addresses.ts";
import type { InBothLanguages } from "../content/languages.ts";

type Stored = { _id: string; _rev: string };
type Title = Partial<InBothLanguages> | null;

/** A page as it is stored, published or as a draft. */
export type StoredPage = Stored & { address: (Partial<PageAddress> & { former: string[] | null }) | null };

type Entry = { _key: string; _ref?: string };
/** The menu and the footer as they are stored, published or as a draft. */
export type StoredNavigation = Stored & {
  menu: { _key: string; _type: string; page?: Entry; pages?: Entry[] | null; title?: Title }[] | null;
  footerPages: Entry[] | null;
  endPages: Entry[] | null;
};

/** A document that links to a page. */
export type Linking = { _id: string; _type: string; name: string | null; title: Title };

/** What has to be known to take a page away: all that leads to it, published or not. */
export type RemovalFacts = {
  /** Its draft and what is published of it, as far as they are there. */
  page: StoredPage[];
  linking: Linking[];
  navigation: StoredNavigation[];
  /** The redirects that lead to it. */
  redirects: Stored[];
  /** Where redirects start already. */
  starts: string[];
  /** The other pages that are published: its addresses can lead to one of them. */
  targets: { _id: string; name: string | null; title: Title; address: Partial<PageAddress> | null }[];
};

// Drafts have a prefix before a dot.
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

/** Reads what has to be known to take a page away. @throws when the CMS does not answer */
export const readRemovalFacts = (client: SanityClient, id: string): Promise<RemovalFacts> =>
  client.withConfig({ perspective: "raw", useCdn: false }).fetch<RemovalFacts>(query, { id });
