import { type ContentClientOptions, createContentClient } from "#cms/content/client.ts";
import { loadPage, loadPublished, loadRedirects, loadSettings } from "#cms/content/load.ts";
import { ContentError, describeProblem, type Problem } from "#cms/content/problem.ts";
import { pageNames } from "#cms/content/site.ts";
import type { PageContent, Published, Redirect, SettingsContent } from "#cms/content/types.ts";
import type { Screen } from "#web/app/paths.ts";

/** Everything that the site says, in both languages. */
export type SiteContent = {
  settings: SettingsContent;
  pages: Map<Screen, PageContent>;
  redirects: Redirect[];
  /** What was published when all of this was read, or a moment before. */
  published: Published;
};

/** The CMS did not answer; says so in one sentence. */
export class ContentAway extends Error {
  override name = "ContentAway";
}

/** Reads the whole site's content. @throws ContentAway; ContentError with all that is missing in all of it */
export async function loadSite(options: ContentClientOptions): Promise<SiteContent> {
  const client = createContentClient(options);
  const problems = new Map<string, Problem>();
  const read = async <T>(content: Promise<T>): Promise<T | undefined> => {
    try {
      return await content;
    } catch (cause) {
      if (!(cause instanceof ContentError)) throw awayFrom(options, cause);
      for (const problem of cause.details) problems.set(describeProblem(problem), problem);
    }
  };
  // First: what is published meanwhile makes the site older than its content, never newer.
  const published = await read(loadPublished(client));
  const [settings, redirects, ...documents] = await Promise.all([
    read(loadSettings(client)),
    read(loadRedirects(client)),
    ...pageNames.map((page) => read(loadPage(client, page))),
  ]);
  // Each page needs the settings, and says so.
  if (!published || !settings || !redirects || problems.size > 0) {
    const sorted = [...problems].sort(([one], [other]) => (one < other ? -1 : 1));
    throw new ContentError(sorted.map(([, problem]) => problem));
  }
  const pages = documents.filter((page) => page !== undefined);
  return { published, settings, redirects, pages: new Map(pages.map((page) => [page.name, page])) };
}

function awayFrom({ apiHost, projectId, dataset }: ContentClientOptions, cause: unknown): ContentAway {
  const place = apiHost ?? `Sanity's project ${projectId}`;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ContentAway(`The CMS at ${place} (dataset ${dataset}) did not give the content: ${reason}`, {
    cause,
  });
}
