import { type ContentClientOptions, createContentClient } from "#cms/content/client.ts";
import { ContentError } from "#cms/content/complete.ts";
import { localize } from "#cms/content/languages.ts";
import { loadPage, loadRedirects, loadSettings } from "#cms/content/load.ts";
import type { PageContent, Redirect, SettingsContent } from "#cms/content/types.ts";
import type { Language } from "#functions/contract/languages.ts";
import { isPrivate, type Page, type PrivatePage, pages, type Screen } from "../app/paths.ts";
import type { Copy } from "../content/copy.ts";

type PublicPage = Exclude<Page, PrivatePage>;

/** The pages that have a document in the CMS. */
export const publicPages = pages.filter((page) => !isPrivate(page)) as PublicPage[];

/** Everything that the site says, in both languages. */
export type SiteContent = {
  settings: SettingsContent;
  pages: Map<Screen, PageContent>;
  redirects: Redirect[];
};

/** The CMS did not answer; says so in one sentence. */
export class ContentAway extends Error {
  override name = "ContentAway";
}

/** Reads the whole site's content. @throws ContentAway; ContentError when something in it is missing */
export async function loadSite(options: ContentClientOptions): Promise<SiteContent> {
  const client = createContentClient(options);
  try {
    const [settings, redirects, ...documents] = await Promise.all([
      loadSettings(client),
      loadRedirects(client),
      ...publicPages.map((page) => loadPage(client, page)),
    ]);
    return { settings, redirects, pages: new Map(documents.map((page) => [page.name, page])) };
  } catch (cause) {
    if (cause instanceof ContentError) throw cause;
    const place = options.apiHost ?? `Sanity's project ${options.projectId}`;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ContentAway(
      `The CMS at ${place} (dataset ${options.dataset}) did not give the content: ${reason}`,
      { cause },
    );
  }
}

/** What one screen says in one language. */
export function copyOf({ settings, pages }: SiteContent, screen: Screen, language: Language): Copy {
  const { figures: _, sharePicture: __, ...shown } = localize(settings, language);
  const page = pages.get(screen);
  return { page: page ? localize(page, language) : null, settings: shown };
}
