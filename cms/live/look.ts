import type { SanityClient } from "@sanity/client";
import { fixedAddress, isFixedPage, type PageAddress } from "../content/addresses.ts";
import type { ContentClient } from "../content/client.ts";
import type { InBothLanguages } from "../content/languages.ts";
import { loadPage, loadSettings } from "../content/load.ts";
import { loadNavigation } from "../content/load-navigation.ts";
import { loadPublished } from "../content/load-published.ts";
import { loadRedirects } from "../content/load-redirects.ts";
import { ContentError, type Problem } from "../content/problem.ts";
import { languages, pageNames } from "../content/site.ts";
import { siteOrigin } from "../project.ts";

/** A document as far as it tells where it is seen: a page by its name, and by its address where editors made it. */
export type Placed = { name: string | null; address?: Partial<PageAddress> | null };

/** Where a document of the site can be seen. What is on every page, and old addresses, which are on none, are asked for at home. */
export function addressesOf({ name, address }: Placed): string[] {
  const places: Partial<PageAddress> = fixedAddress(name ?? "home") ?? address ?? {};
  return languages.flatMap((language) => places[language] ?? []);
}

/** How what is published stands on the site: as it is now, not yet, or unknown, because the site does not answer. */
export type Standing = "live" | "waiting" | "away";

/** How the addresses of a document stand, of which the least good one counts. */
export async function standingOf(addresses: string[], fingerprint: string): Promise<Standing> {
  const answers = await Promise.all(addresses.map(askPublicPage));
  if (answers.some((answer) => answer === null)) return "away";
  return answers.every((answer) => answer?.published === fingerprint) ? "live" : "waiting";
}

/** Why something cannot be shown; nothing if it can. @throws what kept it from being read */
async function problemsOf(reading: Promise<unknown>): Promise<Problem[]> {
  try {
    await reading;
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.details;
    throw error;
  }
}

/** Why a document, as it is published, cannot be shown: what the site's own loader refuses. */
export function publishedProblems(
  client: ContentClient,
  type: string,
  name: string | null,
): Promise<Problem[]> {
  if (type === "page") return problemsOf(loadPage(client, name ?? ""));
  if (type === "redirect") return problemsOf(loadRedirects(client));
  return problemsOf(type === "navigation" ? loadNavigation(client) : loadSettings(client));
}

/** A reader of what is published. */
export const publishedReader = (client: SanityClient): SanityClient =>
  client.withConfig({ perspective: "published", useCdn: false });

/** A part of the site, as it stands. */
export type SitePart = {
  type: "page" | "siteSettings" | "navigation" | "redirect";
  /** A page's name: its id. */
  name: string | null;
  /** A page's title, as it is published. */
  title?: Partial<InBothLanguages> | null;
  addresses: string[];
  standing: Standing;
  /** Why it cannot be shown; a build would fail of it. */
  problems: Problem[];
  /** Whether there are changes that have not been published. */
  hasDraft: boolean;
};

type Found = {
  drafts: { _id: string; _type: string }[];
  pages: { name: string; title: Partial<InBothLanguages> | null; address: Partial<PageAddress> | null }[];
};
// Drafts have a prefix before a dot.
const foundQuery = `{
  "drafts": *[_id in path("drafts.**") && _type in ["page", "siteSettings", "navigation", "redirect"]]{_id, _type},
  "pages": *[_type == "page" && _id in path("*")] | order(title.es asc){"name": _id, title, address}
}`;

type Place = Pick<SitePart, "type" | "title"> & Placed;

/** Lists every part of the site: its fixed pages, the published pages of editors, and the shared documents. */
const partsOf = (pages: Found["pages"]): Place[] => [
  ...pageNames.map((name) => ({ type: "page" as const, name })),
  ...pages.filter(({ name }) => !isFixedPage(name)).map((page) => ({ type: "page" as const, ...page })),
  ...(["navigation", "siteSettings", "redirect"] as const).map((type) => ({ type, name: null })),
];

/** Looks at the whole site: what is live, what waits, what is broken. @throws when the CMS does not answer */
export async function lookAtSite(client: SanityClient): Promise<SitePart[]> {
  const reader = publishedReader(client);
  const [{ fingerprint }, { drafts, pages }] = await Promise.all([
    loadPublished(reader),
    client.withConfig({ perspective: "raw" }).fetch<Found>(foundQuery),
  ]);
  const look = async ({ type, title, ...placed }: Place): Promise<SitePart> => {
    const { name } = placed;
    const addresses = addressesOf(placed);
    const [standing, problems] = await Promise.all([
      standingOf(addresses, fingerprint),
      publishedProblems(reader, type, name),
    ]);
    const hasDraft = drafts.some(
      (draft) => draft._type === type && (name === null || draft._id === `drafts.${name}`),
    );
    return { type, name, ...(title && { title }), addresses, standing, problems, hasDraft };
  };
  return Promise.all(partsOf(pages).map(look));
}

/**
 * Returns the fingerprint of the published state for which the page at a public address was last known to be right: none while no
 * page is there, null where the site does not answer.
 */
async function askPublicPage(address: string): Promise<{ published: string | null } | null> {
  try {
    const answer = await fetch(`${siteOrigin}${address}`, {
      cache: "no-store",
      signal: AbortSignal.timeout(5_000),
    });
    return { published: answer.ok ? answer.headers.get("X-Content-Published") : null };
  } catch {
    return null;
  }
}
