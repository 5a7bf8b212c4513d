import { basename } from "node:path";
import { isFixedPage } from "#cms/content/addresses.ts";
import { type ContentClientOptions, createContentClient, pictureFolder } from "#cms/content/client.ts";
import { findProblems } from "#cms/content/find-problems.ts";
import { loadPage, loadSettings } from "#cms/content/load.ts";
import { loadNavigation } from "#cms/content/load-navigation.ts";
import { loadPublished } from "#cms/content/load-published.ts";
import { loadRedirects } from "#cms/content/load-redirects.ts";
import { ContentError, describeProblem, type Problem } from "#cms/content/problem.ts";
import { pageNames } from "#cms/content/site.ts";
import type { PageContent, Published, Redirect } from "#cms/content/types.ts";
import { picturesIn, type SharedContent } from "#web/render/copy.ts";
import { readCacheEntry, storeCacheEntry } from "./build-cache.ts";

/** The whole content of the site in both languages. */
export type SiteContent = SharedContent & {
  pages: PageContent[];
  redirects: Redirect[];
  /** The published state just before the content was read. */
  published: Published;
  /** The reasons why parts of the content are left out, one a line. */
  leftOut: string[];
};

/** The CMS is unavailable. */
export class ContentAway extends Error {
  override name = "ContentAway";
}

/**
 * Reads the content of the whole site from the CMS without its broken parts, and points its pictures at the folder of
 * the dataset. A page that cannot be shown is left out.
 * @throws ContentAway; ContentError with every problem if the company details, the menu or the home page are missing
 */
export async function loadSite(options: ContentClientOptions): Promise<SiteContent> {
  const client = createContentClient(options);
  const problems = new Map<string, Problem>();
  const onLeftOut = (leftOut: Problem[]) => {
    for (const problem of leftOut) problems.set(describeProblem(problem), problem);
  };
  const read = async <T>(content: Promise<T>): Promise<T | undefined> => {
    try {
      return await content;
    } catch (cause) {
      if (!(cause instanceof ContentError)) throw toContentAway(options, cause);
      onLeftOut(cause.problems);
    }
  };
  // Read first: after a change during the build, `published` is older than the content, so the change is built again.
  const published = await read(loadPublished(client));
  const [settings, navigation, redirects] = await Promise.all([
    read(loadSettings(client, onLeftOut)),
    read(loadNavigation(client, onLeftOut)),
    read(loadRedirects(client, onLeftOut)),
  ]);
  const { pages: placedPages = [], unplaced = [] } = published ?? {};
  const readPage = async (name: string): Promise<PageContent | undefined> => {
    if (placedPages.some((page) => page.name === name)) return read(loadPage(client, name, onLeftOut));
    // A page without a place is read only for its problems.
    await read(findProblems(client, "page", name).then(onLeftOut));
  };
  const pages = await readPages(placedPages, unplaced, readPage);
  const sortedProblems = [...problems].sort(([a], [b]) => (a < b ? -1 : 1));
  if (!published || !settings || !navigation || !redirects || !pages.some(({ name }) => name === "home"))
    throw new ContentError(sortedProblems.map(([, problem]) => problem));
  restrictPictures(options, [settings, pages]);
  return {
    published: keepPages(published, pages),
    settings,
    navigation,
    redirects,
    pages,
    leftOut: sortedProblems.map(([line]) => line),
  };
}

/** Returns the published state without the pages that cannot be shown. */
export const keepPages = (published: Published, pages: readonly PageContent[]): Published => ({
  ...published,
  pages: published.pages.filter((page) => pages.some(({ name }) => name === page.name)),
});

/** Points all pictures at the dataset's own folder. An editor's token can write any address into an asset document. */
function restrictPictures(options: ContentClientOptions, content: unknown): void {
  const folder = pictureFolder(options);
  for (const picture of picturesIn(content)) {
    const { pathname, search } = new URL(picture.url);
    picture.url = folder + basename(pathname) + search;
  }
}

/** The number of parallel requests for pages. */
const parallelRequests = 8;

/**
 * Reads the fixed pages and those of editors. Pages without a valid address are read too, so that their errors say why.
 */
async function readPages(
  placedPages: readonly { name: string }[],
  unplaced: readonly string[],
  read: (name: string) => Promise<PageContent | undefined>,
): Promise<PageContent[]> {
  const publishedNames = [...placedPages.map(({ name }) => name), ...unplaced];
  const names = [...pageNames, ...publishedNames.filter((name) => !isFixedPage(name))];
  const pageContents: (PageContent | undefined)[] = [];
  for (let first = 0; first < names.length; first += parallelRequests) {
    pageContents.push(...(await Promise.all(names.slice(first, first + parallelRequests).map(read))));
  }
  return pageContents.filter((page) => page !== undefined);
}

function toContentAway({ apiHost, projectId, dataset }: ContentClientOptions, cause: unknown): ContentAway {
  const cmsName = apiHost ?? `Sanity's project ${projectId}`;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ContentAway(`The CMS at ${cmsName} (dataset ${dataset}) did not give the content: ${reason}`, {
    cause,
  });
}

type Source = Pick<ContentClientOptions, "projectId" | "dataset">;
type StoredCopy = SiteContent & { keptAt: string };

// The number is the version of the format. A copy in another format is ignored.
const toFileName = ({ projectId, dataset }: Source) => `${projectId}-${dataset}-4.json`;

/** Stores the content of a build for a later build without the CMS. */
export async function storeCopy(source: Source, site: SiteContent): Promise<void> {
  const storedCopy: StoredCopy = { ...site, keptAt: new Date().toISOString() };
  await storeCacheEntry("copy", toFileName(source), JSON.stringify(storedCopy));
}

/**
 * Returns the content of the last build that reached the CMS, and its time (ISO 8601), or null. With `--offline-copy`,
 * a build uses it during an outage of the CMS.
 */
export async function readStoredCopy(source: Source): Promise<{ keptAt: string; site: SiteContent } | null> {
  const text = await readCacheEntry("copy", toFileName(source));
  if (!text) return null;
  const { keptAt, ...site } = JSON.parse(text.toString()) as StoredCopy;
  return { keptAt, site };
}
