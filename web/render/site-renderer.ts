import { loadSettings } from "#cms/content/load.ts";
import { loadRedirects } from "#cms/content/load-redirects.ts";
import { describeProblem, type Problem } from "#cms/content/problem.ts";
import { computeRevision } from "#cms/content/revision.ts";
import { isPrivate, type Language, languages, pages } from "#cms/content/site.ts";
import type {
  ContentSource,
  PublishedState,
  SiteDocument,
  SiteRenderer,
} from "#functions/contract/site-renderer.ts";
import type { Screen } from "#web/app/paths.ts";
import { getScreenTitle } from "#web/app/prerender.tsx";
import { loadMessages } from "#web/language/load-messages.ts";
import { readScreenContent, type ScreenContent } from "./copy.ts";
import { makeDraft } from "./draft/draft-page.tsx";
import { makePage, type SiteParts } from "./make-page.ts";
import { findPicture } from "./picture-source.ts";
import { findDocument } from "./site-documents.ts";
import { contentFiles, contentFileTexts, type FileParts } from "./site-files.ts";

/** The renderer as the build uses it, with content that the build has already read. */
export type BuildRenderer = SiteRenderer & {
  makePage(content: ScreenContent, screen: Screen, language: Language): Promise<SiteDocument>;
  makeScreens(content: ScreenContent): Promise<NonNullable<SiteParts["screens"]>>;
};

/** Creates the renderer of a site with these parts, for the build and for the edge. */
export const createRenderer = (parts: SiteParts & FileParts): BuildRenderer => ({
  makePage: (...page) => makePage(parts, ...page),
  makeScreens: (content) => makeScreens(parts, content),
  makeDraft: (source, request) => makeDraft(parts, source, request),
  readDocument: (source, address, published) => readDocument(parts, source, address, published),
  findPicture,
});

/** Returns for the edge the page at an address, or the file that depends on the content, such as the sitemap. */
async function readDocument(
  parts: SiteParts & FileParts,
  source: ContentSource,
  address: string,
  { pages }: PublishedState,
): Promise<SiteDocument> {
  const leftOut: string[] = [];
  const onLeftOut = (problems: Problem[]) => leftOut.push(...problems.map(describeProblem));
  const file = contentFiles.find((contentFile) => contentFile === address);
  if (file) {
    const texts = contentFileTexts(parts, {
      settings: () => loadSettings(source, onLeftOut),
      redirects: () => loadRedirects(source, onLeftOut),
      pages,
    });
    const text = await texts[file]();
    return { revision: await computeRevision(text), leftOut, make: async () => text };
  }
  const pageDocument = findDocument(address, pages);
  if (!pageDocument) throw new Error(`${address} is not a document of the site.`);
  const content = await readScreenContent(source, pageDocument.name, onLeftOut);
  const document = await makePage(parts, content, pageDocument.screen, pageDocument.language);
  return { ...document, leftOut };
}

/** Prerenders the private screens for the edge, whose renderer lacks their modules. */
async function makeScreens(parts: SiteParts, content: ScreenContent) {
  const screens: NonNullable<SiteParts["screens"]> = {};
  for (const screen of pages.filter(isPrivate)) {
    for (const language of languages) {
      const html = await (await makePage(parts, content, screen, language)).make();
      const main = html.slice(html.indexOf(">", html.indexOf("<main")) + 1, html.lastIndexOf("</main>"));
      const title = getScreenTitle(screen, await loadMessages(language, true)) ?? "";
      screens[`${screen} ${language}`] = { title, main };
    }
  }
  return screens;
}
