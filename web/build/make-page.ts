import { revisionOf } from "#cms/content/revision.ts";
import type { Language } from "#cms/content/site.ts";
import type { SiteDocument } from "#functions/contract/site-renderer.ts";
import type { Script } from "#web/app/document.tsx";
import type { Screen } from "#web/app/paths.ts";
import { type MadeScreen, renderPage } from "#web/app/prerender.tsx";
import { type ScreenContent, toCopy } from "./copy.ts";
import { pageStyles, type SiteStyles } from "./page-styles.ts";
import { shareCardOf } from "./share-card.ts";

/** What a page is made with beside its content: what the bundle for the browser has become. */
export type SiteParts = {
  siteOrigin: string;
  styles: SiteStyles;
  /** The scripts that stand in documents. */
  loader: Script;
  formDraft: Script;
  /** Measures how fast a page of the CMS is for its visitors; left out where nothing is measured. */
  webVitals?: Script;
  /** What the Studio's previews have beside the page; the styles by their addresses. */
  preview: { script: Script; styles: string[] };
  /** What the private pages show, by screen and language; nothing of it follows from the content. Left out, it is made with each page. */
  screens?: Record<string, MadeScreen>;
  /** How share cards are drawn. */
  cardRecipe: string;
};

/** The document of one screen in one language; on demand without the scripts that stand in it. */
export async function makePage(
  parts: SiteParts,
  content: ScreenContent,
  screen: Screen,
  language: Language,
  { withoutScripts = false } = {},
): Promise<SiteDocument> {
  const { siteOrigin, loader } = parts;
  const copy = toCopy(content, screen, language);
  const { page } = content;
  const shareCard = page ? (await shareCardOf({ ...content, page }, language, parts.cardRecipe)).card : null;
  const hasForm = copy.page?.sections.some(({ _type }) => _type === "contactForm") ?? false;
  return {
    revision: await revisionOf([copy, shareCard]),
    make: () =>
      renderPage({
        ...{ screen, language, copy, siteOrigin, shareCard, loader },
        made: parts.screens?.[`${screen} ${language}`],
        styles: pageStyles(parts.styles, screen, copy.page),
        webVitals: page && parts.webVitals ? { ...parts.webVitals, page: page.name } : null,
        formDraft: hasForm && !withoutScripts ? parts.formDraft : null,
      }),
  };
}
