import type { Plugin } from "vite";
import { unadorned } from "#functions/accounts/passwords/rules.ts";

const source = "@zxcvbn-ts/language-common";
const list = "passwords-common";
const id = `\0${source}`;

/**
 * Packs the list of common passwords: sorted, and each word as one capital, which says how much of it the one before begins with (A: nothing),
 * and the rest. It is by far the largest thing in the API, and takes a third of its room so. The package's other lists are left out, and so are words that are refused without being in it.
 */
export const packedWords = (): Plugin => ({
  name: "packed-words",
  enforce: "pre",
  resolveId: { filter: { id: new RegExp(`^${source}$`) }, handler: () => id },
  load: {
    filter: { id: new RegExp(`^${id}$`) },
    async handler() {
      const { dictionary } = await import("@zxcvbn-ts/language-common");
      const packed = JSON.stringify(pack(neededWords(dictionary[list].map(String))));
      return `${unpack}\nexport const dictionary = { ${JSON.stringify(list)}: unpack(${packed}) };`;
    },
  },
});

/**
 * The words by which all of them are refused: "dragon" stands for "dragon12", too, because what stands around letters is taken away when a
 * password is looked up.
 */
export function neededWords(words: readonly string[]): string[] {
  const all = new Set(words);
  return words.filter((word) => {
    const core = unadorned(word);
    return core === word || !all.has(core) || !/^\p{L}+$/u.test(core);
  });
}

const [first, most] = ["A".charCodeAt(0), 25];

/** @throws Error for a word with a capital */
function pack(words: string[]): string {
  const capital = words.find((word) => /[A-Z]/.test(word));
  if (capital !== undefined)
    throw new Error(`The word ${capital} has a capital, which would be read as a length.`);
  let last = "";
  return words
    .sort()
    .map((word) => {
      let shared = 0;
      while (shared < most && shared < last.length && word[shared] === last[shared]) shared += 1;
      last = word;
      return String.fromCharCode(first + shared) + word.slice(shared);
    })
    .join("");
}

const unpack = `function unpack(packed) {
  let last = "";
  return packed.match(/[A-Z][^A-Z]*/g).map((word) => (last = last.slice(0, word.charCodeAt(0) - ${first}) + word.slice(1)));
}`;
