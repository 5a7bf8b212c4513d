import { computeRevision } from "#cms/content/revision.ts";
import { isPrivate, type Language } from "#cms/content/site.ts";
import type { SiteDocument } from "#functions/contract/site-renderer.ts";
import type { PageStyles, Script } from "#web/app/document.tsx";
import type { Screen } from "#web/app/paths.ts";
import { type PrerenderedScreen, renderPage } from "#web/app/prerender.tsx";
import type { Copy } from "#web/content/copy-provider.tsx";
import { type ScreenContent, toCopy } from "./copy.ts";
import { sectionSource } from "./page-sources.ts";
import { createShareCard } from "./share-card.ts";
import { pruneStyles, type StyleRule } from "./style-rules.ts";

/** The stylesheets of public and of private pages: the file of each, and its rules. */
export type SiteStyles = Record<"public" | "private", { file: string; rules: StyleRule[] }>;

/** The parts of a page that result from the browser bundle and not from its content. */
export type SiteParts = {
  siteOrigin: string;
  /** Null where the development server adds the styles. */
  styles: SiteStyles | null;
  /** The script that documents name. */
  loader: Script;
  /** The files that React needs: for every page by language, and for lazy section types by module. */
  scripts?: { pages: Record<Language, string[]>; sections: Record<string, string[]> };
  /** The site's token of Cloudflare Web Analytics. */
  analyticsToken?: string;
  /** The script and the stylesheet addresses of the Studio's previews. */
  preview: { script: Script; styles: string[] };
  /**
   * The private screens by screen and language. They do not depend on the content. If absent, each page renders its
   * own.
   */
  screens?: Record<string, PrerenderedScreen>;
  /** The version of the drawing code of share cards. */
  cardRecipe: string;
};

/**
 * Returns the document of one screen in one language, with the revision by which the edge detects changes. A preview
 * changes while it is open: it has no scripts of the page, and links the whole stylesheet.
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
  const shareCard = page
    ? ((await createShareCard({ ...content, page }, language, parts.cardRecipe))?.card ?? null)
    : null;
  const hasForm = copy.page?.sections.some(({ _type }) => _type === "contactForm") ?? false;
  return {
    revision: await computeRevision([copy, shareCard]),
    make: () =>
      renderPage({
        screen,
        language,
        copy,
        siteOrigin,
        shareCard,
        loader,
        isPreview,
        prerenderedScreen: parts.screens?.[`${screen} ${language}`],
        styles: parts.styles && toStyles(parts.styles, screen, isPreview),
        analyticsToken: (page && !isPreview && parts.analyticsToken) || null,
        filesAhead: hasForm && !isPreview ? listIdleFiles(parts, copy, language) : [],
      }),
  };
}

/**
 * Lists the files that the loader requests on a page with the contact form when the browser is idle, so that the form
 * works after the network is lost.
 */
function listIdleFiles({ scripts, styles }: SiteParts, { page }: Copy, language: Language): string[] {
  if (!scripts || !styles) return [];
  const sections = page?.sections.flatMap(({ _type }) => scripts.sections[sectionSource(_type)] ?? []) ?? [];
  return [...new Set([...scripts.pages[language], ...sections, styles.public.file])];
}

/**
 * Returns the stylesheet file of a screen, and the function that selects the rules to inline for its markup. A preview
 * inlines none, because later edits may need any of its rules.
 */
function toStyles(styles: SiteStyles, screen: Screen, isPreview: boolean): PageStyles {
  const { file, rules } = styles[isPrivate(screen) ? "private" : "public"];
  return { file, toInline: isPreview ? null : (markup) => pruneStyles(rules, markup) };
}
