import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Manifest, Rolldown } from "vite";
import {
  budgets,
  inKilobytes,
  type ModuleSizes,
  modulesOf,
  tooHeavy,
  type Weighed,
  weigh,
} from "./budgets.ts";
import { appSource, screenSource } from "./page-styles.ts";

/**
 * The pixels of a picture on a phone: 360 points of three pixels. Browsers load the next larger file, or one that is
 * almost as large.
 */
const phoneWidth = 360 * 3 * 0.95;

/** Returns a sentence for each part of a document that is over its budget. `bytesOf` weighs a picture of the site. */
export async function heavyParts(
  address: string,
  html: string,
  bytesOf: (picture: string) => Promise<number>,
): Promise<string[]> {
  const document = { what: `The document ${address}`, bytes: await documentBytes(html), limit: budgets.html };
  const heavy = tooHeavy([{ ...document, modules: sectionSizes(html) }], {});
  const picture = firstPicture(html);
  if (!picture) return heavy;
  const bytes = Math.max(...(await Promise.all(picture.files.map(bytesOf))));
  const what = `The first picture of ${address} on a phone, "${picture.alt}",`;
  return bytes > budgets.firstPicture
    ? [
        ...heavy,
        `${what} weighs ${inKilobytes(bytes)}, and its budget is ${inKilobytes(budgets.firstPicture)}.`,
      ]
    : heavy;
}

// Documents are compressed for each response, at this quality.
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const documentBytes = async (html: string) => (await promisify(brotliCompress)(html, compression)).length;

/** Returns the length of each section of a document in characters, by its position and its headline. */
function sectionSizes(html: string): ModuleSizes {
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
function firstPicture(html: string): { alt: string; files: string[] } | null {
  const [picture] = /<picture\b.*?<\/picture>/s.exec(html) ?? [];
  if (!picture) return null;
  const [, alt = ""] = /<img\b[^>]* alt="([^"]*)"/.exec(picture) ?? [];
  const sources = [...picture.matchAll(/<source\b[^>]*type="image\/avif"[^>]*srcSet="([^"]+)"/gi)];
  const files = sources.map(([, srcSet = ""]) => {
    const sizes = srcSet.split(", ").map((each) => each.split(" "));
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
): Promise<Weighed[]> {
  const weighFiles = async (what: string, limit: number, files: string[]): Promise<Weighed> => {
    const texts = await Promise.all(files.map((file) => readFile(join(outDirectory, file))));
    return weigh(what, limit, texts, modulesOf(files.flatMap((file) => chunks.get(file) ?? [])));
  };
  const [react = "", ...beside] = filesOf(manifest, appSource);
  const screen = filesOf(manifest, screenSource("content")).filter(
    (file) => file !== react && !beside.includes(file),
  );
  return Promise.all([
    weighFiles("The loader", budgets.loader, filesOf(manifest, "web/app/loader.ts")),
    weighFiles("React with its router and the frame of a page", budgets.react, [react]),
    weighFiles("The other files of React", budgets.besideReact, beside),
    weighFiles("The screen of a page", budgets.screen, screen),
  ]);
}

/** Returns the file of a source, and the files of all that it imports statically. */
export function filesOf(manifest: Manifest, source: string, seen = new Set<string>()): string[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(chunk.file)) return [];
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) filesOf(manifest, next, seen);
  return [...seen];
}
