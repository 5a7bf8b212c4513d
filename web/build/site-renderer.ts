import { loadPage, loadPublished, loadRedirects, loadSettings } from "#cms/content/load.ts";
import type { Language, PageName } from "#cms/content/site.ts";
import type {
  ContentSource,
  PublishedState,
  SiteDocument,
  SiteRenderer,
} from "#functions/contract/site-renderer.ts";
import type { Screen } from "#web/app/paths.ts";
import { contentFiles, contentFileTexts, makeFile } from "./content-files.ts";
import type { ScreenContent } from "./copy.ts";
import { makeDraft } from "./draft/draft-page.tsx";
import { makePage, type SiteParts } from "./make-page.ts";
import { findPicture } from "./picture-source.ts";
import { hasPage, screenOf } from "./site-documents.ts";

/** What the build makes pages of: content that it has read already. */
type BuildRenderer = SiteRenderer & {
  makePage(content: ScreenContent, screen: Screen, language: Language): Promise<SiteDocument>;
};

/** What makes the documents of a site that was built with these parts. */
export const createRenderer = (parts: SiteParts): BuildRenderer => ({
  makePage: (...page) => makePage(parts, ...page),
  makeDraft: (source, request) => makeDraft(parts, source, request),
  readPublished: loadPublished,
  readDocument: (source, address, published) => readDocument(parts, source, address, published),
  findPicture,
});

async function readDocument(
  parts: SiteParts,
  source: ContentSource,
  address: string,
  { updatedAt }: PublishedState,
): Promise<SiteDocument> {
  const settings = () => loadSettings(source);
  const file = contentFiles.find((each) => each === address);
  if (file) {
    const texts = contentFileTexts(parts.siteOrigin, {
      settings,
      redirects: () => loadRedirects(source),
      updatedAt,
    });
    return makeFile(await texts[file]());
  }
  const shown = screenOf(address);
  if (!shown) throw new Error(`${address} is no document of the site.`);
  const { screen, language } = shown;
  const page = hasPage(screen) ? loadPage(source, screen as PageName) : null;
  const content = await Promise.all([settings(), page]);
  return makePage(parts, { settings: content[0], page: content[1] }, screen, language);
}
