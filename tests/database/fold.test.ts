import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText, splitSearch } from "#functions/contract/search-text.ts";
import { describeOnOneEngine } from "../local/neon/engines.ts";
import { databaseForSuite } from "./calls.ts";

const separator = "<~>";

/** Lists the characters that Unicode assigns, without surrogates and NUL. */
const assignedCharacters = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))
  .filter((character) => !/[\p{Cn}\p{Co}]/u.test(character));

/** Lists slices of a list. */
const toSlices = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );

describeOnOneEngine("The folding of the search", (server) => {
  const { database } = databaseForSuite(server);

  /** Returns the folded texts of the database, and the texts as its own version of Unicode decomposes them. */
  const foldInDatabase = async (texts: string[]) => {
    const rows = await database.asOwner(
      `select fold(string_agg(written, $2 order by place)) as folded,
         string_agg(lower(normalize(written, nfkd)), $2 order by place) as decomposed
       from unnest($1::text[]) with ordinality as listed (written, place)`,
      [texts, separator],
    );
    const split = (text: unknown) => (text as string).split(separator);
    return { folded: split(rows[0]?.folded), decomposed: split(rows[0]?.decomposed) };
  };

  test("is the same in the database and in the browser for every character", {
    timeout: 60_000,
  }, async () => {
    const differences: string[] = [];
    for (const characters of toSlices(assignedCharacters, 8_000)) {
      const { folded, decomposed } = await foldInDatabase(characters);
      for (const [index, character] of characters.entries()) {
        if (folded[index] === foldText(character)) continue;
        // The browser may know a newer Unicode, with capital letters and compositions that the database keeps.
        const isNewer =
          decomposed[index] === character && character.normalize("NFKD").toLowerCase() !== character;
        if (isNewer && folded[index] === character) continue;
        differences.push(
          `${character.codePointAt(0)?.toString(16)}: ${folded[index]} ${foldText(character)}`,
        );
      }
    }
    expect(differences).toEqual([]);
  });

  test("gives each two and three adjacent characters with a sign a key of their own", async () => {
    const [row] = await database.asOwner("select sign_keys('4/7') as keys");
    const [four, slash, seven] = [0x34, 0x2f, 0x37];
    expect(row?.keys).toEqual([
      2 ** 22 + four * 128 + slash,
      2 ** 22 + slash * 128 + seven,
      2 ** 23 + four * 128 ** 2 + slash * 128 + seven,
    ]);
  });

  // Scripts that Unicode no longer extends with capital letters or compositions; see the exception above.
  const knownCharacters = assignedCharacters.filter((assigned) =>
    /[\u0020-\u1c7f\u1d00-\u2c2e\u3000-\ua6ff\u{1f300}-\u{1f64f}]/u.test(assigned),
  );
  const character = fc.oneof(
    fc.constantFrom(..."aÁñ½²٨8 .,@+-(/'’“\n\u00ad\u200b\u2060\ufeff\u200c\u0301\u2028"),
    fc.constantFrom(
      "👩\u200d💻",
      "1\ufe0f\u20e3",
      "Straße",
      "ﷺ",
      "이",
      "ΣΟΣ",
      "8888-1234",
      "(506) 2222 0000",
    ),
    fc.constantFrom(...knownCharacters),
  );
  const text = fc.array(character, { maxLength: 12 }).map((characters) => characters.join(""));

  test("and the division into words are the same for generated texts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 60 }), async (texts) => {
        const rows = await database.asOwner(
          `select fold(written) as folded, to_json(searched_words(written)) as words
           from unnest($1::text[]) with ordinality as listed (written, place) order by place`,
          [texts],
        );
        expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
        expect(rows.map(({ words }) => (words as string[]).toSorted())).toEqual(
          texts.map((sample) => splitSearch(sample).toSorted()),
        );
        expect(texts.map(foldText)).toEqual(texts.map((sample) => [...sample].map(foldText).join("")));
      }),
      { numRuns: process.env.INPUTS ? 200 : 20, seed: 3 },
    );
  });
});
