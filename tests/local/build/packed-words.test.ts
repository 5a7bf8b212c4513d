import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { isGuessable } from "#functions/accounts/passwords/rules.ts";
import { neededWords, packedWords } from "#local/build/packed-words.ts";

const all = dictionary["passwords-common"].map(String);

test("the packed list of common passwords has each needed word once", async () => {
  const { load } = packedWords() as unknown as { load: { handler(): Promise<string> } };
  const source = await load.handler();
  const packed = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const words: string[] = packed.dictionary["passwords-common"];
  expect(words.toSorted()).toEqual(neededWords(all).toSorted());
  expect(source.length).toBeLessThan(200_000);
});

test("the needed words reject every password that the whole list rejects", () => {
  const whole = new Set(all);
  const needed = new Set(neededWords(all));
  const leftOut = all.filter((word) => !needed.has(word));
  expect(leftOut.length).toBeGreaterThan(8_000);
  const written: ((word: string) => string)[] = [
    (word) => word,
    (word) => word + word,
    (word) => word.toUpperCase(),
    (word) => `${word}1`,
    (word) => `1${word}!`,
    (word) => `${word}2026`,
    (word) => `12345${word}`,
    (word) => word.replaceAll("a", "4").replaceAll("e", "3").replaceAll("o", "0"),
  ];
  const slipped = leftOut
    .flatMap((word) => written.map((write) => write(word)))
    .filter((password) => isGuessable(password, whole) && !isGuessable(password, needed));
  expect(slipped).toEqual([]);
});
