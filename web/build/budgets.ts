import { brotliCompressSync } from "node:zlib";
import { keep, readKept } from "./kept.ts";

const kilobyte = 1024;

/** How heavy what is loaded may be, in bytes after Brotli; a picture as it is. */
export const budgets = {
  loader: 2 * kilobyte,
  react: 75 * kilobyte,
  // What comes with it: the language above all.
  besideReact: 14 * kilobyte,
  screen: 10 * kilobyte,
  // With its headers, which weigh 1 kB, in the first ten packets, which a server sends without waiting for an answer.
  html: 12.5 * kilobyte,
  firstPicture: 60 * kilobyte,
  // With the renderer: the Worker as a whole may weigh 400 kB after gzip, by which Cloudflare counts.
  api: 264 * kilobyte,
  // What is evaluated whenever an isolate starts.
  apiStart: 147 * kilobyte,
  renderer: 114 * kilobyte,
};

/** Source modules and how long what is kept of each is before it is made small, in characters. */
export type ModuleSizes = Record<string, number>;

/** Something with a budget: what it is called, its weight and its limit in bytes, and what it is made of. */
export type Weighed = { what: string; bytes: number; limit: number; modules: ModuleSizes };

/** What files of a bundle are made of. */
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

/** How many bytes are sent for a text. */
export const sentBytes = (text: string | Buffer): number => brotliCompressSync(text).length;

/** Weighs something by the texts that it is sent as. */
export const weigh = (
  what: string,
  limit: number,
  texts: (string | Buffer)[],
  modules: ModuleSizes,
): Weighed => ({
  ...{ what, limit, modules },
  bytes: texts.reduce((sum, text) => sum + sentBytes(text), 0),
});

/** A weight in words. */
export const inKilobytes = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} kB`;

/**
 * A sentence for each that is over its budget, with the modules that have grown most since `earlier`, when it was within it; where that is not
 * known, or none has grown, with the largest.
 */
export function tooHeavy(weighed: Weighed[], earlier: Record<string, ModuleSizes>): string[] {
  return weighed
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ what, bytes, limit, modules }) => {
      const before = earlier[what];
      const grown = before ? largest(modules, before) : [];
      const named = grown.length > 0 ? grown : largest(modules, {});
      const [which, sign] =
        grown.length > 0 ? ["grown since it was within it", "+"] : ["the largest in it", ""];
      const sizes = named.map(({ module, by }) => `${module} ${sign}${by}`).join(", ");
      const of = sizes && `; ${which}, in characters: ${sizes}`;
      return `${what} weighs ${inKilobytes(bytes)}, and its budget is ${inKilobytes(limit)}${of}.`;
    });
}

const largest = (modules: ModuleSizes, before: ModuleSizes) =>
  Object.entries(modules)
    .map(([module, size]) => ({ module, by: size - (before[module] ?? 0) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by)
    .slice(0, 5);

/**
 * Holds what was built to its budgets, and keeps what it is made of for the next build (`name` of what).
 * @throws Error with a sentence for each that is too heavy
 */
export async function holdToBudgets(name: string, weighed: Weighed[]): Promise<void> {
  const file = `${name}.json`;
  const kept = await readKept("sizes", file);
  const problems = tooHeavy(weighed, kept ? JSON.parse(kept.toString()) : {});
  if (problems.length > 0) throw new Error(problems.join("\n"));
  await keep(
    "sizes",
    file,
    JSON.stringify(Object.fromEntries(weighed.map((each) => [each.what, each.modules]))),
  );
}
