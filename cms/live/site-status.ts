import type { SanityClient } from "@sanity/client";
import { fixedAddress, isFixedPage, type PageAddress } from "../content/addresses.ts";
import { findProblems } from "../content/find-problems.ts";
import type { InEveryLanguage } from "../content/languages.ts";
import { loadPublished } from "../content/load-published.ts";
import type { Problem } from "../content/problem.ts";
import { languages, pageNames } from "../content/site.ts";
import { siteOrigin } from "../project.ts";

/** The parts of a document that determine its addresses: the name of a page, or the address of an editor's page. */
export type AddressedDocument = { name: string | null; address?: Partial<PageAddress> | null };

/** Returns the addresses that show a document. Menu, settings and redirects use the home page. */
export function listAddresses({ name, address }: AddressedDocument): string[] {
  const pageAddress: Partial<PageAddress> = fixedAddress(name ?? "home") ?? address ?? {};
  return languages.flatMap((language) => pageAddress[language] ?? []);
}

/** Whether the site shows the published content: yes, not yet, or unknown because the site does not respond. */
export type LiveStatus = "live" | "waiting" | "away";

/**
 * Returns for the Studio whether all addresses show the published content that `fingerprint` identifies. The status is
 * `away` if one address does not respond.
 */
export async function readLiveStatus(addresses: string[], fingerprint: string): Promise<LiveStatus> {
  const statuses = await Promise.all(addresses.map((address) => readAddressStatus(address, fingerprint)));
  if (statuses.includes("away")) return "away";
  return statuses.includes("waiting") ? "waiting" : "live";
}

/** Returns a client that reads published documents without Sanity's CDN. */
export const createPublishedReader = (client: SanityClient): SanityClient =>
  client.withConfig({ perspective: "published", useCdn: false });

/** The status of a part of the site. */
export type SitePart = {
  type: "page" | "siteSettings" | "navigation" | "redirect";
  /** The id of a page. */
  name: string | null;
  /** The published title of a page. */
  title?: Partial<InEveryLanguage> | null;
  addresses: string[];
  liveStatus: LiveStatus;
  /** The reasons why the site leaves out parts of it, or all of it. */
  problems: Problem[];
  hasDraft: boolean;
};

type SiteAnswer = {
  drafts: { _id: string; _type: string }[];
  pages: { name: string; title: Partial<InEveryLanguage> | null; address: Partial<PageAddress> | null }[];
};
// `path("*")` excludes drafts, because their ids contain a dot.
const siteQuery = `{
  "drafts": *[_id in path("drafts.**") && _type in ["page", "siteSettings", "navigation", "redirect"]]{_id, _type},
  "pages": *[_type == "page" && _id in path("*")] | order(title.es asc){"name": _id, title, address}
}`;

type SitePartSource = Pick<SitePart, "type" | "title"> & AddressedDocument;

/** Lists every part of the site: its fixed pages, the published pages of editors, and the shared documents. */
const listParts = (pages: SiteAnswer["pages"]): SitePartSource[] => [
  ...pageNames.map((name) => ({ type: "page" as const, name })),
  ...pages.filter(({ name }) => !isFixedPage(name)).map((page) => ({ type: "page" as const, ...page })),
  ...(["navigation", "siteSettings", "redirect"] as const).map((type) => ({ type, name: null })),
];

/** Returns for the Studio the status of every part of the site. @throws if the CMS does not respond */
export async function readSiteStatus(client: SanityClient): Promise<SitePart[]> {
  const reader = createPublishedReader(client);
  const [{ fingerprint }, { drafts, pages }] = await Promise.all([
    loadPublished(reader),
    client.withConfig({ perspective: "raw" }).fetch<SiteAnswer>(siteQuery),
  ]);
  const readPart = async ({ type, title, ...addressedDocument }: SitePartSource): Promise<SitePart> => {
    const { name } = addressedDocument;
    const addresses = listAddresses(addressedDocument);
    const [liveStatus, problems] = await Promise.all([
      readLiveStatus(addresses, fingerprint),
      findProblems(reader, type, name ?? ""),
    ]);
    const hasDraft = drafts.some(
      (draft) => draft._type === type && (name === null || draft._id === `drafts.${name}`),
    );
    return { type, name, ...(title && { title }), addresses, liveStatus, problems, hasDraft };
  };
  return Promise.all(listParts(pages).map(readPart));
}

/** Returns the status of one address, by the content against which the edge last verified its page. */
async function readAddressStatus(address: string, fingerprint: string): Promise<LiveStatus> {
  try {
    const { ok, headers } = await fetch(`${siteOrigin}${address}`, {
      cache: "no-store",
      signal: AbortSignal.timeout(5_000),
    });
    return ok && headers.get("X-Content-Published") === fingerprint ? "live" : "waiting";
  } catch {
    return "away";
  }
}
