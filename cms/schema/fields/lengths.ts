import type { CustomValidator, Rule } from "sanity";
import type { InEveryLanguage } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import type { FieldLabels, Label, LabelFn } from "../labels.ts";
import { toLanguageName } from "./choices.ts";

type LimitedText = Partial<InEveryLanguage> | undefined;

/** Returns languages as a phrase for messages, such as "in Spanish and in English". */
export const joinLanguages = (textLanguages: readonly Language[], say: LabelFn): string =>
  textLanguages
    .map((language) => toLanguageName(language, say))
    .map((name) => say({ es: `en ${name}`, en: `in ${name}` }))
    .join(say({ es: " y ", en: " and " }));

/** Returns a phrase with the languages in which a text is wrong, for a message; empty if there are none. */
const joinWrongLanguages = (
  text: LimitedText,
  say: LabelFn,
  isWrong: (length: number, text: string) => boolean,
) =>
  joinLanguages(
    languages.filter((language) => text?.[language] && isWrong([...text[language]].length, text[language])),
    say,
  );

/**
 * The limits of a text in characters per language. `comfortable` only causes a warning. `word` limits the longest word
 * of a text in large type. `tests/build/longest-texts.test.ts` fills every text to these limits at 360, 960
 * and 1280 px.
 */
export type Length = { minimum?: number; comfortable?: number; maximum: number; word?: number };

/**
 * Returns the length in characters of the longest word, which large type does not break. A hyphen or a slash ends a
 * word. Names in braces do not count, because facts replace them.
 */
export const getLongestWordLength = (text: string): number =>
  Math.max(
    0,
    ...text
      .replace(/\{[^}]*\}/g, " ")
      .split(/[\s/-]+/)
      .map((word) => [...word].length),
  );

/** Rejects a text that is too long or too short in a language, or has a word that is too long. */
const isWithinLimits =
  ({ minimum = 0, maximum, word = Number.POSITIVE_INFINITY }: Length, say: LabelFn) =>
  (text: LimitedText): true | Label => {
    const tooLong = joinWrongLanguages(text, say, (length) => length > maximum);
    if (tooLong) {
      return say({
        es: `Como máximo ${maximum} caracteres; sobra texto ${tooLong}.`,
        en: `At most ${maximum} characters; too long ${tooLong}.`,
      });
    }
    const tooWide = joinWrongLanguages(text, say, (_, text) => getLongestWordLength(text) > word);
    if (tooWide) {
      return say({
        es: `Una palabra no cabe aquí: como máximo ${word} letras cada una. Usa una más corta ${tooWide}.`,
        en: `A word does not fit here: at most ${word} letters each. Use a shorter one ${tooWide}.`,
      });
    }
    const tooShort = joinWrongLanguages(text, say, (length) => length < minimum);
    return (
      !tooShort ||
      say({
        es: `Al menos ${minimum} caracteres; falta texto ${tooShort}.`,
        en: `At least ${minimum} characters; too short ${tooShort}.`,
      })
    );
  };

/** Warns about a text beyond its comfortable length. A text beyond the maximum already has an error. */
const isComfortable =
  ({ comfortable = 0, maximum }: Length, say: LabelFn) =>
  (text: LimitedText): true | Label => {
    const longLanguages = joinWrongLanguages(
      text,
      say,
      (length) => length > comfortable && length <= maximum,
    );
    return (
      !longLanguages ||
      say({
        es: `Se ve mejor con ${comfortable} caracteres o menos; es largo ${longLanguages}.`,
        en: `Looks better with ${comfortable} characters or fewer; long ${longLanguages}.`,
      })
    );
  };

/** Shows the languages in two columns. The character counters read `length`. */
const optionsOf = (length: Length) => ({ columns: 2, collapsible: false, length });

/** Returns the rules of a text: errors for its limits and the checks, and a warning for its comfortable length. */
const rulesOf = (rule: Rule, length: Length, say: LabelFn, checks: readonly CustomValidator[]) => [
  checks.reduce<Rule>(
    (rules, check) => rules.custom(check as never),
    rule.custom(isWithinLimits(length, say) as never),
  ),
  ...(length.comfortable ? [rule.custom(isComfortable(length, say) as never).warning()] : []),
];

/** Returns the options and validation of an optional text, with additional checks. */
export const optionalText = (length: Length, say: LabelFn, ...checks: CustomValidator[]) => ({
  options: optionsOf(length),
  validation: (rule: Rule) => rulesOf(rule, length, say, checks),
});

/** Returns the options and validation of a required text, with additional checks. */
export const requiredText = (length: Length, say: LabelFn, ...checks: CustomValidator[]) => ({
  options: optionsOf(length),
  validation: (rule: Rule) => rulesOf(rule.required(), length, say, checks),
});

/** Returns the function that creates fields of a text type, either required or optional ones. */
const createTextField =
  (type: "localeString" | "localeText", createRules: typeof requiredText) =>
  (length: Length, say: LabelFn, name: string, labels: FieldLabels) => ({
    ...labels,
    name,
    type,
    ...createRules(length, say),
  });

/** Returns the field for a required line in both languages. */
export const requiredLine = createTextField("localeString", requiredText);
/** Returns the field for an optional line in both languages. */
export const optionalLine = createTextField("localeString", optionalText);
/** Returns the field for a required paragraph in both languages. */
export const requiredParagraph = createTextField("localeText", requiredText);
/** Returns the field for an optional paragraph in both languages. */
export const optionalParagraph = createTextField("localeText", optionalText);

/** Returns a required field that is not a text in both languages. `maximum` limits a string, in characters. */
export const requiredField = (
  type: "string" | "date" | "link",
  name: string,
  { maximum, ...labels }: FieldLabels & { maximum?: number },
) => ({
  ...labels,
  name,
  type,
  validation: (rule: Rule) => (maximum === undefined ? rule.required() : rule.required().max(maximum)),
});
