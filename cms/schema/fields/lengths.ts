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
 * The limits of a text in characters per language. `comfortable` only causes a warning. `word` limits the longest word
 * of a text in large type. `tests/unit/web/build/longest-texts.test.ts` fills every text to these limits at 360, 960
 * and 1280 px.
 */
export type Length = { minimum?: number; comfortable?: number; maximum: number; word?: number };

/** Returns the length of the longest unbreakable word in characters, without names in braces. */
export const longestWord = (text: string): number =>
  Math.max(
    0,
    ...text
      .replace(/\{[^}]*\}/g, " ")
      .split(/[\s/-]+/)
      .map((word) => [...word].length),
  );

/** Rejects a text that exceeds its limits in a language. */
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

/** Shows the languages in two columns. The character counters read `length`. */
const optionsOf = (length: Length) => ({ columns: 2, collapsible: false, length });

const rulesOf = (rule: Rule, length: Length, say: Say, checks: readonly CustomValidator[]) => [
  checks.reduce<Rule>(
    (rules, check) => rules.custom(check as never),
    rule.custom(fits(length, say) as never),
  ),
  ...(length.comfortable ? [rule.custom(isComfortable(length, say) as never).warning()] : []),
];

/** Returns the options and validation of an optional text, with additional checks. */
export const optionalText = (length: Length, say: Say, ...checks: CustomValidator[]) => ({
  options: optionsOf(length),
  validation: (rule: Rule) => rulesOf(rule, length, say, checks),
});

/** Returns the options and validation of a required text, with additional checks. */
export const requiredText = (length: Length, say: Say, ...checks: CustomValidator[]) => ({
  options: optionsOf(length),
  validation: (rule: Rule) => rulesOf(rule.required(), length, say, checks),
});
