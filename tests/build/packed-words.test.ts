import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { isGuessable } from "#functions/accounts/passwords/rules.ts";
import { omitRedundantWords, packedWords } from "#web/build/workers/packed-words.ts";

const allWords = dictionary["passwords-common"].map(String);

test("the packed list of common passwords has each needed word once", async () => {
  const { load } = packedWords() as unknown as { load: { handler(): Promise<string> } };
  const source = await load.handler();
  const packedModule = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const loadedWords: string[] = packedModule.dictionary["passwords-common"];
  expect(loadedWords.toSorted()).toEqual(omitRedundantWords(allWords).toSorted());
  expect(source.length).toBeLessThan(200_000);
});

test("the needed words reject every password that the whole list rejects", () => {
  const wholeSet = new Set(allWords);
  const neededSet = new Set(omitRedundantWords(allWords));
  const omittedWords = allWords.filter((word) => !neededSet.has(word));
  expect(omittedWords.length).toBeGreaterThan(8_000);
  const variants: ((word: string) => string)[] = [
    (word) => word,
    (word) => word + word,
    (word) => word.toUpperCase(),
    (word) => `${word}1`,
    (word) => `1${word}!`,
    (word) => `${word}2026`,
    (word) => `12345${word}`,
    (word) => word.replaceAll("a", "4").replaceAll("e", "3").replaceAll("o", "0"),
  ];
  const acceptedPasswords = omittedWords
    .flatMap((word) => variants.map((write) => write(word)))
    .filter((password) => !isGuessable(password, neededSet) && isGuessable(password, wholeSet));
  expect(acceptedPasswords).toEqual([]);
});
