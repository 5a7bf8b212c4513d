import type { CustomValidator, Rule } from "sanity";
import type { InBothLanguages } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import type { Said, Say } from "../say.ts";

type Text = Partial<InBothLanguages> | undefined;

const where = (say: Say): Record<Language, Said> => ({
  es: say({ es: "en español", en: "in Spanish" }),
  en: say({ es: "en inglés", en: "in English" }),
});

const wrongIn = (text: Text, say: Say, isWrong: (length: number, text: string) => boolean) =>
  languages
    .filter((language) => text?.[language] && isWrong([...text[language]].length, text[language]))
    .map((language) => where(say)[language])
    .join(say({ es: " y ", en: " and " }));

/**
 * How many characters a text may have in its place, how many it should, and how few, in each language; and how long
 * its longest word may be where it is set in large letters.
 */
export type Length = { minimum?: number; comfortable?: number; maximum: number; word?: number };

/** How many characters the longest word has that cannot be broken; what stands for a figure is not one. */
export const longestWord = (text: string): number =>
  Math.max(
    0,
    ...text
      .replace(/\{[^}]*\}/g, " ")
      .split(/[\s/-]+/)
      .map((word) => [...word].length),
  );

/** Validation for a text in both languages: each of them has the length that its place needs and holds. */
const fits =
  ({ minimum = 0, maximum, word = Number.POSITIVE_INFINITY }: Length, say: Say) =>
  (text: Text): true | string => {
    const tooLong = wrongIn(text, say, (length) => length > maximum);
    if (tooLong) {
      return say({
        es: `Como máximo ${maximum} caracteres; sobra texto ${tooLong}.`,
        en: `At most ${maximum} characters; too long ${tooLong}.`,
      });
    }
    const tooWide = wrongIn(text, say, (_, text) => longestWord(text) > word);
    if (tooWide) {
      return say({
        es: `Una palabra no cabe aquí: como máximo ${word} letras cada una. Usa una más corta ${tooWide}.`,
        en: `A word does not fit here: at most ${word} letters each. Use a shorter one ${tooWide}.`,
      });
    }
    const tooShort = wrongIn(text, say, (length) => length < minimum);
    return (
      !tooShort ||
      say({
        es: `Al menos ${minimum} caracteres; falta texto ${tooShort}.`,
        en: `At least ${minimum} characters; too short ${tooShort}.`,
      })
    );
  };

const isComfortable =
  ({ comfortable = 0, maximum }: Length, say: Say) =>
  (text: Text): true | string => {
    const long = wrongIn(text, say, (length) => length > comfortable && length <= maximum);
    return (
      !long ||
      say({
        es: `Se ve mejor con ${comfortable} caracteres o menos; es largo ${long}.`,
        en: `Looks better with ${comfortable} characters or fewer; long ${long}.`,
      })
    );
  };

/** What stands beside each other are the languages; the length is read by the counters. */
const optionsOf = (length: Length) => ({ columns: 2, collapsible: false, length });

const rulesOf = (rule: Rule, length: Length, say: Say, checks: readonly CustomValidator[]) => [
  checks.reduce<Rule>(
    (rules, check) => rules.custom(check as never),
    rule.custom(fits(length, say) as never),
  ),
  ...(length.comfortable ? [rule.custom(isComfortable(length, say) as never).warning()] : []),
];

/** The options and validation of a text of that length that its place can do without, and what else has to hold of it. */
export const optionalText = (length: Length, say: Say, ...checks: CustomValidator[]) => ({
  options: optionsOf(length),
  validation: (rule: Rule) => rulesOf(rule, length, say, checks),
});

/** The same of a text that its place cannot do without. */
export const requiredText = (length: Length, say: Say, ...checks: CustomValidator[]) => ({
  options: optionsOf(length),
  validation: (rule: Rule) => rulesOf(rule.required(), length, say, checks),
});
