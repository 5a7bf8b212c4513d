import { revisionOf } from "#cms/content/revision.ts";
import { isPrivate, type Language } from "#cms/content/site.ts";
import type { SiteDocument } from "#functions/contract/site-renderer.ts";
import type { Script } from "#web/app/document.tsx";
import type { Screen } from "#web/app/paths.ts";
import { type MadeScreen, type PageStyles, renderPage } from "#web/app/prerender.tsx";
import type { Copy } from "#web/content/copy-provider.tsx";
import { type ScreenContent, toCopy } from "./copy.ts";
import { sectionSource } from "./page-styles.ts";
import { shareCardOf } from "./share-card.ts";
import { pruneStyles, type StyleRule } from "./style-rules.ts";

/** The stylesheets of the CMS's pages and of the private pages: the file of each, and its rules. */
export type SiteStyles = Record<"public" | "private", { file: string; rules: StyleRule[] }>;

/** What a page is made with beside its content: what the bundle for the browser has become. */
export type SiteParts = {
  siteOrigin: string;
  /** Null where the development server adds the styles. */
  styles: SiteStyles | null;
  /** The scripts that stand in documents. */
  loader: Script;
  formDraft: Script;
  /** The files that React needs: of every page by language, and of the kinds of section that load on demand by their module. */
  scripts?: { pages: Record<Language, string[]>; sections: Record<string, string[]> };
  /** The site's token of Cloudflare Web Analytics. */
  analyticsToken?: string;
  /** What the Studio's previews have beside the page; the styles by their addresses. */
  preview: { script: Script; styles: string[] };
  /** What the private pages show, by screen and language; nothing of it follows from the content. Left out, it is made with each page. */
  screens?: Record<string, MadeScreen>;
  /** How share cards are drawn. */
  cardRecipe: string;
};

/**
 * Returns the document of one screen in one language. A preview changes while it is open: it has no scripts of the page, and links the whole
 * stylesheet.
 */
export async function makePage(
  parts: SiteParts,
  content: ScreenContent,
  screen: Screen,
  language: Language,
  { isPreview = false } = {},
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
        screen,
        language,
        copy,
        siteOrigin,
        shareCard,
        loader,
        isPreview,
        made: parts.screens?.[`${screen} ${language}`],
        styles: parts.styles && toStyles(parts.styles, screen, isPreview),
        analyticsToken: (page && !isPreview && parts.analyticsToken) || null,
        formDraft: hasForm && !isPreview ? parts.formDraft : null,
        filesAhead: hasForm && !isPreview ? listFilesAhead(parts, copy, language) : [],
      }),
  };
}

function listFilesAhead({ scripts, styles }: SiteParts, { page }: Copy, language: Language): string[] {
  if (!scripts || !styles) return [];
  const sections = page?.sections.flatMap(({ _type }) => scripts.sections[sectionSource(_type)] ?? []) ?? [];
  return [...new Set([...scripts.pages[language], ...sections, styles.public.file])];
}

function toStyles(styles: SiteStyles, screen: Screen, isPreview: boolean): PageStyles {
  const { file, rules } = styles[isPrivate(screen) ? "private" : "public"];
  return { file, toInline: isPreview ? null : (markup) => pruneStyles(rules, markup) };
}
