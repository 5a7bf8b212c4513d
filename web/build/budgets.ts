import { brotliCompressSync } from "node:zlib";
import { readCacheEntry, storeCacheEntry } from "./build-cache.ts";

const kilobyte = 1024;

/** The budgets of all loaded files in bytes after Brotli; for a picture, of the file itself. */
export const budgets = {
  loader: 2 * kilobyte,
  // React with its router, its messages, and the parts that all screens share.
  frame: 88 * kilobyte,
  screen: 5 * kilobyte,
  contactForm: 7.4 * kilobyte,
  // Document and headers (1 kB) fit into the first ten packets, which a server sends before an acknowledgement.
  html: 12.8 * kilobyte,
  firstPicture: 60 * kilobyte,
  // The whole Worker may weigh 3 MB after gzip at Cloudflare. These budgets keep the start of an isolate short.
  api: 316 * kilobyte,
  // The part of the API that every isolate evaluates at its start.
  apiStart: 156 * kilobyte,
  renderer: 119 * kilobyte,
};

/** The length of each source module in the bundle before minification, in characters. */
export type ModuleSizes = Record<string, number>;

/** A weighed part of the site: its name, its weight and its limit in bytes, and its modules. */
export type WeighedPart = { name: string; bytes: number; limit: number; modules: ModuleSizes };

type BundledFile = { modules: Record<string, { code: string | null }> };

/** Returns the characters of each module before minification, by its path, so that an error can name the heavy ones. */
const measureModules = (chunks: Iterable<BundledFile>): ModuleSizes =>
  Object.fromEntries(
    [...chunks].flatMap(({ modules }) =>
      Object.entries(modules).map(([id, { code }]) => [
        id.replace(/^.*\/(?=(node_modules|web|functions|cms)\/)/, ""),
        code?.length ?? 0,
      ]),
    ),
  );

/** Returns the bytes of a text after compression. */
export const getCompressedSize = (text: string | Buffer): number => brotliCompressSync(text).length;

/**
 * Weighs a part of the site by the compressed contents of its files, to compare it with its budget: `limit`, in bytes.
 * `chunks` are the bundled files with its modules.
 */
export const weigh = (
  name: string,
  limit: number,
  texts: (string | Buffer)[],
  chunks: Iterable<BundledFile>,
): WeighedPart => ({
  name,
  limit,
  modules: measureModules(chunks),
  bytes: texts.reduce((sum, text) => sum + getCompressedSize(text), 0),
});

/** Formats a number of bytes in kilobytes. */
const toKilobytes = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} kB`;

/**
 * Returns a sentence for each part over its budget. It names the modules that have grown most since `lastSizes`, the
 * sizes of the last build within all budgets, or else the largest modules.
 */
export function describeHeavyParts(parts: WeighedPart[], lastSizes: Record<string, ModuleSizes>): string[] {
  return parts
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ name, bytes, limit, modules }) => {
      const lastModules = lastSizes[name];
      const grownModules = lastModules ? listGrownModules(modules, lastModules) : [];
      const listedModules = grownModules.length > 0 ? grownModules : listGrownModules(modules, {});
      const [modulesNote, sign] =
        grownModules.length > 0 ? ["grown since it was within it", "+"] : ["the largest in it", ""];
      const sizes = listedModules.map(({ module, growth }) => `${module} ${sign}${growth}`).join(", ");
      const modulesText = sizes && `; ${modulesNote}, in characters: ${sizes}`;
      return `${name} weighs ${toKilobytes(bytes)}, and its budget is ${toKilobytes(limit)}${modulesText}.`;
    });
}

/** Lists the five modules that have grown most, in characters. Without earlier sizes these are the largest. */
const listGrownModules = (modules: ModuleSizes, lastModules: ModuleSizes) =>
  Object.entries(modules)
    .map(([module, size]) => ({ module, growth: size - (lastModules[module] ?? 0) }))
    .filter(({ growth }) => growth > 0)
    .sort((a, b) => b.growth - a.growth)
    .slice(0, 5);

/**
 * Compares a bundle with its budgets. Stores the module sizes of a bundle within its budgets under `name`, so that a later
 * error names the modules that have grown.
 * @throws Error with a sentence for each part that is too heavy
 */
export async function checkBudgets(name: string, parts: WeighedPart[]): Promise<void> {
  const file = `${name}.json`;
  const lastSizes = await readCacheEntry("sizes", file);
  const problems = describeHeavyParts(parts, lastSizes ? JSON.parse(lastSizes.toString()) : {});
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const sizes = Object.fromEntries(parts.map((part) => [part.name, part.modules]));
  await storeCacheEntry("sizes", file, JSON.stringify(sizes));
}
