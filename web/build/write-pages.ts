import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { hashStyle } from "#functions/contract/security-headers.ts";
import { createShareCard } from "#web/render/share-card.ts";
import { listPageDocuments, type PageDocument } from "#web/render/site-documents.ts";
import type { BuildRenderer } from "#web/render/site-renderer.ts";
import { keepPages, type SiteContent } from "./content.ts";
import { putShareCard } from "./draw-share-card.ts";
import { findHeavyParts } from "./weights.ts";

/** Writes a file of the site by its name. */
export type Write = (name: string, data: string | Buffer) => Promise<void>;

type PagesOptions = {
  outDirectory: string;
  site: SiteContent;
  renderer: BuildRenderer;
  cardRecipe: string;
  write: Write;
  /**
   * Receives a sentence for each page that is over its budget or left out, and for each text that a share card draws
   * incompletely.
   */
  onWarning?: (sentence: string) => void;
  /** Receives the current step. */
  onStep?: (step: string) => void;
};

/**
 * Writes all documents, and the share cards of public pages. Leaves out a page whose components throw.
 * @returns the site without the pages that are left out, and the revisions and style hashes by address
 * @throws the error of a component on the home page, a private page or a not-found page
 */
export async function writePages(
  options: PagesOptions,
): Promise<{ site: SiteContent; revisions: Record<string, string>; styles: Record<string, string> }> {
  const { site, write, onWarning = () => {}, onStep = () => {} } = options;
  const { renderedDocuments, failedPages } = await renderDocuments(options);
  const revisions: Record<string, string> = {};
  const styles: Record<string, string> = {};
  const batchSize = availableParallelism();
  for (let first = 0; first < renderedDocuments.length; first += batchSize) {
    onStep(`pages ${first} of ${renderedDocuments.length}`);
    const writtenDocuments: RenderedDocument[] = [];
    for (const rendered of renderedDocuments.slice(first, first + batchSize)) {
      const { address } = rendered.document;
      const html = await moveCopy(rendered.html, write);
      await write(address === "/" ? "index.html" : `${address}.html`, html);
      revisions[address] = rendered.revision;
      const style = await hashStyle(html);
      if (style) styles[address] = style;
      writtenDocuments.push({ ...rendered, html });
    }
    // Weighing a document and drawing its card take far longer than rendering it, and run on threads.
    const sentences = await Promise.all(writtenDocuments.map((document) => finishPage(options, document)));
    for (const sentence of sentences.flat()) onWarning(sentence);
  }
  const pages = site.pages.filter(({ name }) => !failedPages.has(name));
  return { site: { ...site, pages, published: keepPages(site.published, pages) }, revisions, styles };
}

type Page = SiteContent["pages"][number] | null;
type RenderedDocument = { document: PageDocument; page: Page; revision: string; html: string };

/** Renders all documents, apart from those of a page that throws in any language. */
async function renderDocuments({ site, renderer, onWarning = () => {} }: PagesOptions) {
  const { settings, navigation } = site;
  const pagesByName = new Map(site.pages.map((page) => [page.name, page]));
  const failedPages = new Set<string | null>();
  const renderedDocuments: RenderedDocument[] = [];
  for (const document of listPageDocuments(site.published.pages)) {
    const { name, screen, language } = document;
    if (failedPages.has(name)) continue;
    const page = (name && pagesByName.get(name)) || null;
    try {
      const { revision, make } = await renderer.makePage({ settings, navigation, page }, screen, language);
      renderedDocuments.push({ document, page, revision, html: await make() });
    } catch (error) {
      if (name === null || name === "home") throw error;
      failedPages.add(name);
      const reason = error instanceof Error ? error.message : String(error);
      onWarning(`Left out: page "${name}" cannot be rendered: ${reason}.`);
    }
  }
  return {
    renderedDocuments: renderedDocuments.filter(({ document }) => !failedPages.has(document.name)),
    failedPages,
  };
}

/**
 * Moves the copy, the texts of editors as JSON, out of a document into a file that the document names. Only a page that
 * hydrates loads the file.
 */
async function moveCopy(html: string, write: Write): Promise<string> {
  const [script = "", json = ""] =
    /<script type="application\/json" id="copy">(.*?)<\/script>/s.exec(html) ?? [];
  const file = `assets/copy-${createHash("sha256").update(json).digest("hex").slice(0, 16)}.json`;
  await write(file, json);
  return html.replace(script, "").replace(" data-styles=", ` data-copy="${file}"$&`);
}

/**
 * Draws the share card of a page, and weighs the page. Returns a sentence for each part over its budget, for each text
 * whose characters the card leaves out, and for a card that the general one replaces.
 */
async function finishPage(
  { outDirectory, site: { settings }, cardRecipe }: PagesOptions,
  { document: { language, address }, page, html }: RenderedDocument,
): Promise<string[]> {
  const sizeOf = async (file: string) => (await stat(join(outDirectory, file))).size;
  const draw = async () => {
    if (!page) return [];
    const card = await createShareCard({ settings, page }, language, cardRecipe);
    if (!card) return [];
    const reason = await putShareCard(outDirectory, card, settings.sharePicture);
    const replacement = `Left out: the share card of ${address} cannot be drawn: ${reason}. The general card replaces it.`;
    const omissions = card.omissions.map(
      ({ text, omitted }) =>
        `The share card of ${address} leaves out ${omitted.join(" ")} of "${text}", because its fonts lack these characters.`,
    );
    return reason === null ? omissions : [replacement];
  };
  const sentences = await Promise.all([findHeavyParts(address, html, sizeOf), draw()]);
  return sentences.flat();
}
