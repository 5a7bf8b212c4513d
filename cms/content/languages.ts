import { type defaultLanguage, type Language, languages } from "./site.ts";

/** A text in both languages, as the content has it. */
export type InBothLanguages<Text = string> = Record<Language, Text>;

/** `T` as a reader of one language gets it: each `{es, en}` inside is the text of that language. */
export type Localized<T> =
  T extends Record<typeof defaultLanguage, infer Text>
    ? Text
    : T extends readonly (infer Item)[]
      ? Localized<Item>[]
      : T extends object
        ? { [Key in keyof T]: Localized<T[Key]> }
        : T;

/** Whether a value of the content is a text in both languages, filled or not. */
export function isInBothLanguages(value: unknown): value is InBothLanguages<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length === languages.length && languages.every((language) => keys.includes(language));
}

/** Picks one language of everything in `value`, however deep; the original is left as it is. */
export function localize<T>(value: T, language: Language): Localized<T> {
  return pick(value, language) as Localized<T>;
}

function pick(value: unknown, language: Language): unknown {
  if (isInBothLanguages(value)) return value[language];
  if (Array.isArray(value)) return value.map((item) => pick(item, language));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pick(item, language)]));
}
