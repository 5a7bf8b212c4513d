import type { Plugin } from "vite";
import { trimNonLetters } from "#functions/accounts/passwords/rules.ts";

const source = "@zxcvbn-ts/language-common";
const list = "passwords-common";
const id = `\0${source}`;

/**
 * Packs the list of common passwords, which is by far the largest part of the API, to a third of its size. The words
 * are sorted. Each starts with a capital letter that encodes the length of the prefix shared with the previous word (A:
 * none), followed by the rest. The package's other lists are omitted, and so are words that are rejected without being
 * in the list.
 */
export const packedWords = (): Plugin => ({
  name: "packed-words",
  enforce: "pre",
  resolveId: { filter: { id: new RegExp(`^${source}$`) }, handler: () => id },
  load: {
    filter: { id: new RegExp(`^${id}$`) },
    async handler() {
      const { dictionary } = await import("@zxcvbn-ts/language-common");
      const packed = JSON.stringify(pack(omitRedundantWords(dictionary[list].map(String))));
      return `${unpack}\nexport const dictionary = { ${JSON.stringify(list)}: unpack(${packed}) };`;
    },
  },
});

/**
 * Returns the words that suffice to reject all of them. "dragon" also rejects "dragon12", because the look-up strips
 * characters around letters.
 */
export function omitRedundantWords(sortedWords: readonly string[]): string[] {
  const allWords = new Set(sortedWords);
  return sortedWords.filter((word) => {
    const core = trimNonLetters(word);
    return core === word || !allWords.has(core) || !/^\p{L}+$/u.test(core);
  });
}

const [firstLetterCode, maxPrefixLength] = ["A".charCodeAt(0), 25];

/** Packs words as `packedWords` describes. @throws Error for a word with a capital letter, which stands for a length */
function pack(wordList: string[]): string {
  const capital = wordList.find((word) => /[A-Z]/.test(word));
  if (capital !== undefined)
    throw new Error(`The word ${capital} has a capital letter, which would be read as a length.`);
  let previousWord = "";
  return wordList
    .sort()
    .map((word) => {
      let prefixLength = 0;
      while (
        prefixLength < maxPrefixLength &&
        prefixLength < previousWord.length &&
        word[prefixLength] === previousWord[prefixLength]
      )
        prefixLength += 1;
      previousWord = word;
      return String.fromCharCode(firstLetterCode + prefixLength) + word.slice(prefixLength);
    })
    .join("");
}

const unpack = `function unpack(packed) {
  let last = "";
  return packed.match(/[A-Z][^A-Z]*/g).map((word) => (last = last.slice(0, word.charCodeAt(0) - ${firstLetterCode}) + word.slice(1)));
}`;
