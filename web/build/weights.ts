import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Manifest } from "vite";
import { appSource, loaderSource, screenSource, sectionSource } from "#web/render/page-sources.ts";
import { budgets, describeHeavyParts, type ModuleSizes, type WeighedPart, weigh } from "./budgets.ts";
import type { BundledChunk } from "./chunks.ts";

/**
 * The pixels of a picture on a phone: 360 points of three pixels. Browsers load the next larger file, or one that is
 * almost as large.
 */
const phoneWidth = 360 * 3 * 0.95;

/**
 * Returns a sentence for each part of a document that is over its budget: its HTML, and its first picture on a phone.
 * `bytesOf` weighs a picture of the site.
 */
export async function findHeavyParts(
  address: string,
  html: string,
  bytesOf: (picture: string) => Promise<number>,
): Promise<string[]> {
  const document = { name: `The document ${address}`, bytes: await documentBytes(html), limit: budgets.html };
  const parts: WeighedPart[] = [{ ...document, modules: measureSections(html) }];
  const picture = findFirstPicture(html);
  if (picture) {
    const name = `The first picture of ${address} on a phone, "${picture.alt}",`;
    const bytes = Math.max(...(await Promise.all(picture.files.map(bytesOf))));
    parts.push({ name, bytes, limit: budgets.firstPicture, modules: {} });
  }
  return describeHeavyParts(parts, {});
}

// Documents are compressed for each response, at this quality.
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const documentBytes = async (html: string) => (await promisify(brotliCompress)(html, compression)).length;

/** Returns the characters of each section of a document by its headline, so that editors can find the long ones. */
function measureSections(html: string): ModuleSizes {
  const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"));
  const [, ...sections] = main.split(/(?=<section\b)/);
  return Object.fromEntries(
    sections.map((section, index) => {
      const [, headline = ""] = /<h[1-6]\b[^>]*>(.*?)<\/h[1-6]>/s.exec(section) ?? [];
      return [`section ${index + 1} "${headline.replace(/<[^>]*>/g, "")}"`, section.length];
    }),
  );
}

/** Returns the description of the first picture of a document, and the file of each theme that a phone loads. */
function findFirstPicture(html: string): { alt: string; files: string[] } | null {
  const [picture] = /<picture\b.*?<\/picture>/s.exec(html) ?? [];
  if (!picture) return null;
  const [, alt = ""] = /<img\b[^>]* alt="([^"]*)"/.exec(picture) ?? [];
  const sources = [...picture.matchAll(/<source\b[^>]*type="image\/avif"[^>]*srcSet="([^"]+)"/gi)];
  const files = sources.map(([, srcSet = ""]) => {
    const sizes = srcSet.split(", ").map((candidate) => candidate.split(" "));
    const [file = ""] =
      sizes.find(([, width = ""]) => Number.parseInt(width, 10) >= phoneWidth) ?? sizes.at(-1) ?? [];
    return file;
  });
  return { alt, files };
}

/** Weighs the scripts of public pages; `chunks` are the files of their bundle. */
export async function weighScripts(
  outDirectory: string,
  manifest: Manifest,
  chunks: ReadonlyMap<string, BundledChunk>,
): Promise<WeighedPart[]> {
  const weighFiles = async (name: string, limit: number, files: string[]): Promise<WeighedPart> => {
    const texts = await Promise.all(files.map((file) => readFile(join(outDirectory, file))));
    const fileChunks = files.flatMap((file) => chunks.get(file) ?? []);
    return weigh(name, limit, texts, fileChunks);
  };
  const loaderFiles = listFiles(manifest, loaderSource);
  const frameFiles = [...loaderFiles, ...listFiles(manifest, appSource)];
  const listOwnFiles = (source: string, earlierFiles: string[]) =>
    listFiles(manifest, source).filter((file) => !earlierFiles.includes(file));
  const screenFiles = listOwnFiles(screenSource("content"), frameFiles);
  const formFiles = listOwnFiles(sectionSource("contactForm"), [...frameFiles, ...screenFiles]);
  return Promise.all([
    weighFiles("The loader", budgets.loader, loaderFiles),
    weighFiles("The frame of a page with React", budgets.frame, listOwnFiles(appSource, loaderFiles)),
    weighFiles("The screen of a page", budgets.screen, screenFiles),
    weighFiles("The contact form", budgets.contactForm, formFiles),
  ]);
}

/**
 * Returns the bundled file of a source module, then the files of all modules that it imports statically.
 * @throws Error for a source that is not bundled, so that no part weighs nothing
 */
export function listFiles(manifest: Manifest, source: string, foundFiles = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the bundle.`);
  if (foundFiles.has(chunk.file)) return [];
  foundFiles.add(chunk.file);
  for (const next of chunk.imports ?? []) listFiles(manifest, next, foundFiles);
  return [...foundFiles];
}
