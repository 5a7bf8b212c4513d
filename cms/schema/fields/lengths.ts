import type { InBothLanguages } from "../../content/languages.ts";
import { type Language, languages } from "../../content/site.ts";
import type { Said, Say } from "../say.ts";

type Text = Partial<InBothLanguages> | undefined;

const where = (say: Say): Record<Language, Said> => ({
  es: say({ es: "en español", en: "in Spanish" }),
  en: say({ es: "en inglés", en: "in English" }),
});

const wrongIn = (text: Text, say: Say, isWrong: (length: number) => boolean) =>
  languages
    .filter((language) => text?.[language] && isWrong([...text[language]].length))
    .map((language) => where(say)[language])
    .join(say({ es: " y ", en: " and " }));

/** Validation for a text in both languages: neither may be longer than `maximum` characters. */
export const atMost =
  (maximum: number, say: Say) =>
  (text: Text): true | string => {
    const tooLong = wrongIn(text, say, (length) => length > maximum);
    return (
      !tooLong ||
      say({
        es: `Como máximo ${maximum} caracteres; sobra texto ${tooLong}.`,
        en: `At most ${maximum} characters; too long ${tooLong}.`,
      })
    );
  };

/** Validation for a text in both languages: each has `minimum` to `maximum` characters. */
export const between =
  (minimum: number, maximum: number, say: Say) =>
  (text: Text): true | string => {
    const tooShort = wrongIn(text, say, (length) => length < minimum);
    if (!tooShort) return atMost(maximum, say)(text);
    return say({
      es: `Al menos ${minimum} caracteres; falta texto ${tooShort}.`,
      en: `At least ${minimum} characters; too short ${tooShort}.`,
    });
  };
