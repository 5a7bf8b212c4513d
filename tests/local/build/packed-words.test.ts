import { dictionary } from "@zxcvbn-ts/language-common";
import { expect, test } from "vitest";
import { packedWords } from "#local/build/packed-words.ts";

test("the packed list of common passwords has the words of the package, each once", async () => {
  const { load } = packedWords() as unknown as { load: { handler(): Promise<string> } };
  const source = await load.handler();
  const packed = await import(`data:text/javascript,${encodeURIComponent(source)}`);
  const words: string[] = packed.dictionary["passwords-common"];
  expect(words.toSorted()).toEqual(dictionary["passwords-common"].map(String).toSorted());
  expect(source.length).toBeLessThan(250_000);
});
