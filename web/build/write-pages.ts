import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { hashStyle } from "#functions/contract/security-headers.ts";
import { putPicture } from "./build-cache.ts";
import type { SiteContent } from "./content.ts";
import { toShareCardFile } from "./draw-share-card.ts";
import { createShareCard } from "./share-card.ts";
import { listPageDocuments, type PageDocument } from "./site-documents.ts";
import type { BuildRenderer } from "./site-renderer.ts";
import { findHeavyParts } from "./weights.ts";

/** Writes a file of the site by its name. */
export type Write = (name: string, data: string | Buffer) => Promise<void>;

type PagesOptions = {
  outDirectory: string;
  site: SiteContent;
  renderer: BuildRenderer;
  cardRecipe: string;
  write: Write;
  /** Receives a sentence for each page over its budget, and for each text that a share card draws incompletely. */
  onWarning?: (sentence: string) => void;
  /** Receives the current step. */
  onStep?: (step: string) => void;
};

/** Writes all documents, and the share cards of public pages. Returns their revisions and style hashes by address. */
export async function writePages(
  options: PagesOptions,
): Promise<{ revisions: Record<string, string>; styles: Record<string, string> }> {
  const { site, onWarning = () => {}, onStep = () => {} } = options;
  const pagesByName = new Map(site.pages.map((page) => [page.name, page]));
  const documents = listPageDocuments(site.published.pages);
  const revisions: Record<string, string> = {};
  const styles: Record<string, string> = {};
  const batchSize = availableParallelism();
  for (let first = 0; first < documents.length; first += batchSize) {
    onStep(`pages ${first} of ${documents.length}`);
    const writtenPages: WrittenPage[] = [];
    for (const document of documents.slice(first, first + batchSize)) {
      const page = (document.name && pagesByName.get(document.name)) || null;
      const { revision, html } = await writePage(options, document, page);
      revisions[document.address] = revision;
      const style = await hashStyle(html);
      if (style) styles[document.address] = style;
      writtenPages.push({ document, page, html });
    }
    // Weighing a document and drawing its card take far longer than rendering it, and run on threads.
    const sentences = await Promise.all(writtenPages.map((writtenPage) => finishPage(options, writtenPage)));
    for (const sentence of sentences.flat()) onWarning(sentence);
  }
  return { revisions, styles };
}

type Page = SiteContent["pages"][number] | null;
type WrittenPage = { document: PageDocument; page: Page; html: string };

/**
 * Renders a page into a file of the build, and its copy into another. Returns its HTML and the revision of its content.
 */
async function writePage(
  { site: { settings, navigation }, renderer, write }: PagesOptions,
  { screen, language, address }: PageDocument,
  page: Page,
): Promise<{ revision: string; html: string }> {
  const { revision, make } = await renderer.makePage({ settings, navigation, page }, screen, language);
  const html = await moveCopy(await make(), write);
  await write(address === "/" ? "index.html" : `${address}.html`, html);
  return { revision, html };
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
 * Draws the share card of a page, and weighs the page. Returns a sentence for each part over its budget, and for each
 * text whose characters the card leaves out.
 */
async function finishPage(
  { outDirectory, site: { settings }, cardRecipe }: PagesOptions,
  { document: { language, address }, page, html }: WrittenPage,
): Promise<string[]> {
  const sizeOf = async (file: string) => (await stat(join(outDirectory, file))).size;
  const draw = async () => {
    if (!page) return [];
    const card = await createShareCard({ settings, page }, language, cardRecipe);
    if (!card) return [];
    await putPicture(outDirectory, toShareCardFile(card));
    return card.omissions.map(
      ({ text, omitted }) =>
        `The share card of ${address} leaves out ${omitted.join(" ")} of "${text}", because its fonts lack these characters.`,
    );
  };
  const sentences = await Promise.all([findHeavyParts(address, html, sizeOf), draw()]);
  return sentences.flat();
}
