import type { SanityClient } from "@sanity/client";
import type { ContentClient } from "../content/client.ts";
import { loadPage, loadPublished, loadRedirects, loadSettings } from "../content/load.ts";
import { ContentError, type Problem } from "../content/problem.ts";
import { languages, type PageName, pageNames, path } from "../content/site.ts";
import { askPublicPage } from "./public-page.ts";

/** Where a document of the site can be seen. The company's facts are on every page, and old addresses on none: home stands for them. */
export const addressesOf = (name: string | null): string[] => {
  const shown = pageNames.find((each) => each === name) ?? "home";
  return languages.map((language) => path(shown, language));
};

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
  if (type === "page") return problemsOf(loadPage(client, name as PageName));
  return problemsOf(type === "redirect" ? loadRedirects(client) : loadSettings(client));
}

/** A reader of what is published. */
export const publishedReader = (client: SanityClient): SanityClient =>
  client.withConfig({ perspective: "published", useCdn: false });

/** A part of the site, as it stands. */
export type SitePart = {
  type: "page" | "siteSettings" | "redirect";
  /** A page's name. */
  name: PageName | null;
  addresses: string[];
  standing: Standing;
  /** Why it cannot be shown; a build would fail of it. */
  problems: Problem[];
  /** Whether there are changes that have not been published. */
  hasDraft: boolean;
};

type Draft = { _type: string; name: string | null };
const draftsQuery = `*[_id in path("drafts.**") && _type in ["page", "siteSettings", "redirect"]]{_type, name}`;

/** Looks at the whole site: what is live, what waits, what is broken. @throws when the CMS does not answer */
export async function lookAtSite(client: SanityClient): Promise<SitePart[]> {
  const reader = publishedReader(client);
  const [{ fingerprint }, drafts] = await Promise.all([
    loadPublished(reader),
    client.withConfig({ perspective: "raw" }).fetch<Draft[]>(draftsQuery),
  ]);
  const look = async (type: SitePart["type"], name: PageName | null): Promise<SitePart> => {
    const addresses = addressesOf(name);
    const [standing, problems] = await Promise.all([
      standingOf(addresses, fingerprint),
      publishedProblems(reader, type, name),
    ]);
    const hasDraft = drafts.some((draft) => draft._type === type && (name === null || draft.name === name));
    return { type, name, addresses, standing, problems, hasDraft };
  };
  return Promise.all([
    ...pageNames.map((name) => look("page", name)),
    look("siteSettings", null),
    look("redirect", null),
  ]);
}
