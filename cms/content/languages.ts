import { type defaultLanguage, type Language, languages } from "./site.ts";

/** A text in every language of the site, as the CMS stores it. */
export type InEveryLanguage<Text = string> = Record<Language, Text>;

/** `T` in one language: every nested `{es, en}` is replaced with the text of that language. */
export type Localized<T> =
  T extends Record<typeof defaultLanguage, infer Text>
    ? Text
    : T extends readonly (infer Item)[]
      ? Localized<Item>[]
      : T extends object
        ? { [Key in keyof T]: Localized<T[Key]> }
        : T;

/** Returns whether a value has the form of a text in every language: an object with exactly their keys. */
export function isInEveryLanguage(value: unknown): value is InEveryLanguage<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return keys.length === languages.length && languages.every((language) => keys.includes(language));
}

/** Returns a copy of an array or object with the results of `map` as items or fields. Returns other values as is. */
export function mapChildren(value: unknown, map: (child: unknown, key: string | number) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, map(child, key)]));
}

/** Returns a copy of `value` in one language, at any depth. */
export function localize<T>(value: T, language: Language): Localized<T> {
  const pick = (item: unknown): unknown =>
    isInEveryLanguage(item) ? item[language] : mapChildren(item, pick);
  return pick(value) as Localized<T>;
}
