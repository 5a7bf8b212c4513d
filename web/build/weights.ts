import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Manifest, Rolldown } from "vite";
import {
  budgets,
  describeHeavyParts,
  type ModuleSizes,
  modulesOf,
  toKilobytes,
  type WeighedPart,
  weigh,
} from "./budgets.ts";
import { appSource, screenSource } from "./page-styles.ts";

/**
 * The pixels of a picture on a phone: 360 points of three pixels. Browsers load the next larger file, or one that is
 * almost as large.
 */
const phoneWidth = 360 * 3 * 0.95;

/** Returns a sentence for each part of a document that is over its budget. `bytesOf` weighs a picture of the site. */
export async function findHeavyParts(
  address: string,
  html: string,
  bytesOf: (picture: string) => Promise<number>,
): Promise<string[]> {
  const document = { what: `The document ${address}`, bytes: await documentBytes(html), limit: budgets.html };
  const heavySentences = describeHeavyParts([{ ...document, modules: measureSections(html) }], {});
  const picture = findFirstPicture(html);
  if (!picture) return heavySentences;
  const bytes = Math.max(...(await Promise.all(picture.files.map(bytesOf))));
  const pictureLabel = `The first picture of ${address} on a phone, "${picture.alt}",`;
  return bytes > budgets.firstPicture
    ? [
        ...heavySentences,
        `${pictureLabel} weighs ${toKilobytes(bytes)}, and its budget is ${toKilobytes(budgets.firstPicture)}.`,
      ]
    : heavySentences;
}

// Documents are compressed for each response, at this quality.
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const documentBytes = async (html: string) => (await promisify(brotliCompress)(html, compression)).length;

/** Returns the length of each section of a document in characters, by its position and its headline. */
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
  chunks: ReadonlyMap<string, Rolldown.OutputChunk>,
): Promise<WeighedPart[]> {
  const weighFiles = async (name: string, limit: number, files: string[]): Promise<WeighedPart> => {
    const texts = await Promise.all(files.map((file) => readFile(join(outDirectory, file))));
    return weigh(name, limit, texts, modulesOf(files.flatMap((file) => chunks.get(file) ?? [])));
  };
  const [react = "", ...beside] = listFiles(manifest, appSource);
  const screen = listFiles(manifest, screenSource("content")).filter(
    (file) => file !== react && !beside.includes(file),
  );
  return Promise.all([
    weighFiles("The loader", budgets.loader, listFiles(manifest, "web/app/loader.ts")),
    weighFiles("React with its router and the frame of a page", budgets.react, [react]),
    weighFiles("The other files of React", budgets.besideReact, beside),
    weighFiles("The screen of a page", budgets.screen, screen),
  ]);
}

/** Returns the file of a source, and the files of all that it imports statically. */
export function listFiles(manifest: Manifest, source: string, foundFiles = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk || foundFiles.has(chunk.file)) return [];
  foundFiles.add(chunk.file);
  for (const next of chunk.imports ?? []) listFiles(manifest, next, foundFiles);
  return [...foundFiles];
}
