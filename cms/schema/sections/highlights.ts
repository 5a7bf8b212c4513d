import { defineArrayMember } from "sanity";
import type { InEveryLanguage } from "../../content/languages.ts";
import { languages } from "../../content/site.ts";
import { arrayField } from "../fields/array.ts";
import { getLongestWordLength, requiredLine, requiredParagraph } from "../fields/lengths.ts";
import { section } from "../fields/section.ts";
import type { LabelFn } from "../labels.ts";

type Items = { title?: Partial<InEveryLanguage> }[];

/**
 * Returns the maximum total length of the longest words of `count` highlights, in letters. They are side by side in
 * large type in windows of 960 px or more.
 */
export const getMaxRowLetters = (count: number) => 44 - 4 * count;

/** Rejects highlights whose longest words do not fit next to each other in one row of large type. */
const fitInOneRow = (say: LabelFn) => (items: unknown) => {
  const titles = ((items ?? []) as Items).map(({ title }) => title ?? {});
  const longestRow = Math.max(
    ...languages.map((language) =>
      titles.reduce((sum, title) => sum + getLongestWordLength(title[language] ?? ""), 0),
    ),
  );
  return (
    longestRow <= getMaxRowLetters(titles.length) ||
    say({
      es: "Las palabras en grande no caben una junto a otra. Usa palabras más cortas, o menos destacados.",
      en: "The large words don’t fit next to each other. Use shorter words, or fewer highlights.",
    })
  );
};

export const highlights = section((say) => ({
  name: "highlights",
  position: 140,
  group: "trust",
  title: say({ es: "Destacados", en: "Highlights" }),
  fields: [
    arrayField({ minimum: 2, maximum: 5 }, "items", {
      title: say({ es: "Destacados", en: "Highlights" }),
      description: say({ es: "Tres o cuatro se leen mejor.", en: "Three or four read best." }),
      of: [
        defineArrayMember({
          name: "highlight",
          title: say({ es: "Destacado", en: "Highlight" }),
          type: "object",
          fields: [
            requiredLine({ maximum: 16 }, say, "title", {
              title: say({ es: "Palabra", en: "Word" }),
              description: say({
                es: "Por ejemplo 4K. Una cifra de la empresa se nombra entre llaves.",
                en: "For example 4K. A figure of the company is named in braces.",
              }),
            }),
            requiredParagraph({ maximum: 120 }, say, "text", {
              title: say({ es: "Explicación", en: "Explanation" }),
              description: say({
                es: "Qué representa la palabra, en una frase.",
                en: "What the word stands for, in one sentence.",
              }),
            }),
          ],
          preview: { select: { title: `title.${say.language}`, subtitle: `text.${say.language}` } },
        }),
      ],
      checks: [fitInOneRow(say)],
    }),
  ],
}));
