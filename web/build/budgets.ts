import { brotliCompressSync } from "node:zlib";
import { readCacheEntry, storeCacheEntry } from "./kept.ts";

const kilobyte = 1024;

/** The budgets of all loaded files in bytes after Brotli; for a picture, of the file itself. */
export const budgets = {
  loader: 2 * kilobyte,
  react: 75 * kilobyte,
  // The other files that React needs, above all messages.
  besideReact: 14 * kilobyte,
  screen: 10 * kilobyte,
  // Document and headers (1 kB) fit into the first ten packets, which a server sends before an acknowledgement.
  html: 12.5 * kilobyte,
  firstPicture: 60 * kilobyte,
  // The whole Worker, with the renderer, may weigh 400 kB after gzip, the measure of Cloudflare.
  api: 264 * kilobyte,
  // The part of the API that every isolate evaluates at its start.
  apiStart: 147 * kilobyte,
  renderer: 114 * kilobyte,
};

/** The length of each source module in the bundle before minification, in characters. */
export type ModuleSizes = Record<string, number>;

/** A weighed part of the site: its name, its weight and its limit in bytes, and its modules. */
export type WeighedPart = { what: string; bytes: number; limit: number; modules: ModuleSizes };

/** Returns the modules of bundle files with their sizes. */
export const modulesOf = (
  chunks: Iterable<{ modules: Record<string, { code: string | null }> }>,
): ModuleSizes =>
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

/** Weighs a part of the site by the contents of its files. */
export const weigh = (
  name: string,
  limit: number,
  texts: (string | Buffer)[],
  modules: ModuleSizes,
): WeighedPart => ({
  what: name,
  limit,
  modules,
  bytes: texts.reduce((sum, text) => sum + getCompressedSize(text), 0),
});

/** Formats a number of bytes in kilobytes. */
export const toKilobytes = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} kB`;

/**
 * Returns a sentence for each part over its budget. The sentence names the modules that have grown most since
 * `earlier`, the last sizes within the budget, or else the largest modules.
 */
export function describeHeavyParts(weighed: WeighedPart[], earlier: Record<string, ModuleSizes>): string[] {
  return weighed
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ what: name, bytes, limit, modules }) => {
      const before = earlier[name];
      const grownModules = before ? largest(modules, before) : [];
      const listedModules = grownModules.length > 0 ? grownModules : largest(modules, {});
      const [modulesNote, sign] =
        grownModules.length > 0 ? ["grown since it was within it", "+"] : ["the largest in it", ""];
      const sizes = listedModules.map(({ module, by }) => `${module} ${sign}${by}`).join(", ");
      const modulesText = sizes && `; ${modulesNote}, in characters: ${sizes}`;
      return `${name} weighs ${toKilobytes(bytes)}, and its budget is ${toKilobytes(limit)}${modulesText}.`;
    });
}

const largest = (modules: ModuleSizes, before: ModuleSizes) =>
  Object.entries(modules)
    .map(([module, size]) => ({ module, by: size - (before[module] ?? 0) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by)
    .slice(0, 5);

/**
 * Compares a build with its budgets, and stores its module sizes under `name` for the next build.
 * @throws Error with a sentence for each part that is too heavy
 */
export async function checkBudgets(name: string, weighed: WeighedPart[]): Promise<void> {
  const file = `${name}.json`;
  const earlierSizes = await readCacheEntry("sizes", file);
  const problems = describeHeavyParts(weighed, earlierSizes ? JSON.parse(earlierSizes.toString()) : {});
  if (problems.length > 0) throw new Error(problems.join("\n"));
  await storeCacheEntry(
    "sizes",
    file,
    JSON.stringify(Object.fromEntries(weighed.map((part) => [part.what, part.modules]))),
  );
}
