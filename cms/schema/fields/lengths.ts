import type { CustomValidator, Rule } from "sanity";
import type { InBothLanguages } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import type { FieldLabels, Label, LabelFn } from "../labels.ts";

type LimitedText = Partial<InBothLanguages> | undefined;

const createLanguagePhrases = (say: LabelFn): Record<Language, Label> => ({
  es: say({ es: "en español", en: "in Spanish" }),
  en: say({ es: "en inglés", en: "in English" }),
});

const listWrongLanguages = (
  text: LimitedText,
  say: LabelFn,
  isWrong: (length: number, text: string) => boolean,
) =>
  languages
    .filter((language) => text?.[language] && isWrong([...text[language]].length, text[language]))
    .map((language) => createLanguagePhrases(say)[language])
    .join(say({ es: " y ", en: " and " }));

/**
 * The limits of a text in characters per language. `comfortable` only causes a warning. `word` limits the longest word
 * of a text in large type. `tests/unit/web/build/longest-texts.test.ts` fills every text to these limits at 360, 960
 * and 1280 px.
 */
export type Length = { minimum?: number; comfortable?: number; maximum: number; word?: number };

/** Returns the length of the longest unbreakable word in characters, without names in braces. */
export const getLongestWordLength = (text: string): number =>
  Math.max(
    0,
    ...text
      .replace(/\{[^}]*\}/g, " ")
      .split(/[\s/-]+/)
      .map((word) => [...word].length),
  );

/** Rejects a text that exceeds its limits in a language. */
const isWithinLimits =
  ({ minimum = 0, maximum, word = Number.POSITIVE_INFINITY }: Length, say: LabelFn) =>
  (text: LimitedText): true | string => {
    const tooLong = listWrongLanguages(text, say, (length) => length > maximum);
    if (tooLong) {
      return say({
        es: `Como máximo ${maximum} caracteres; sobra texto ${tooLong}.`,
        en: `At most ${maximum} characters; too long ${tooLong}.`,
      });
    }
    const tooWide = listWrongLanguages(text, say, (_, text) => getLongestWordLength(text) > word);
    if (tooWide) {
      return say({
        es: `Una palabra no cabe aquí: como máximo ${word} letras cada una. Usa una más corta ${tooWide}.`,
        en: `A word does not fit here: at most ${word} letters each. Use a shorter one ${tooWide}.`,
      });
    }
    const tooShort = listWrongLanguages(text, say, (length) => length < minimum);
    return (
      !tooShort ||
      say({
        es: `Al menos ${minimum} caracteres; falta texto ${tooShort}.`,
        en: `At least ${minimum} characters; too short ${tooShort}.`,
      })
    );
  };

const isComfortable =
  ({ comfortable = 0, maximum }: Length, say: LabelFn) =>
  (text: LimitedText): true | string => {
    const longLanguages = listWrongLanguages(
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

const createTextField =
  (type: "localeString" | "localeText", limit: typeof requiredText) =>
  (length: Length, say: LabelFn, name: string, labels: FieldLabels) => ({
    ...labels,
    name,
    type,
    ...limit(length, say),
  });

/** Returns the field for a required line in both languages. */
export const requiredLine = createTextField("localeString", requiredText);
/** Returns the field for an optional line in both languages. */
export const optionalLine = createTextField("localeString", optionalText);
/** Returns the field for a required paragraph in both languages. */
export const requiredParagraph = createTextField("localeText", requiredText);
/** Returns the field for an optional paragraph in both languages. */
export const optionalParagraph = createTextField("localeText", optionalText);

/** Returns a required field of another type. `maximum` is the length of a string in characters. */
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
