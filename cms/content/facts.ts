import { type InEveryLanguage, isInEveryLanguage, mapChildren } from "./languages.ts";
import { measuredFigures } from "./measured-figures.ts";
import { ContentError, type Problem, type ProblemDocument } from "./problem.ts";
import type { Language } from "./site.ts";

/** Values that replace names in braces in texts: `brand`, `email` and the key of every figure. */
export type Facts = ReadonlyMap<string, string | InEveryLanguage | undefined>;

type FactSource = {
  brandName: string | null;
  email: string | null;
  figures: { key: string; value: string }[];
};

/**
 * Returns the facts that texts name in braces: `{brand}`, `{email}`, figures such as `{clients}`, and measured ones such
 * as `{site-paint}`, which no figure of the settings can replace.
 */
export const toFacts = ({ brandName, email, figures }: FactSource): Facts =>
  new Map<string, string | InEveryLanguage | undefined>([
    ...Object.entries({ brand: brandName, email }).flatMap(([name, fact]) =>
      fact ? [[name, fact] as const] : [],
    ),
    ...figures.map(({ key, value }) => [key, value] as const),
    ...Object.entries(measuredFigures),
  ]);

/**
 * Replaces every `{name}` in the texts of `value` with its fact, so that editors write a figure once.
 * @throws ContentError if a text names an unknown fact, with field and language
 */
export function fillFacts<T>(document: ProblemDocument, value: T, facts: Facts): T {
  const problems: Problem[] = [];
  const fill = (text: string, field: string, language: Language) =>
    text.replaceAll(/\{([a-z][a-z0-9-]*)\}/g, (braces, name: string) => {
      const fact = facts.get(name);
      if (fact === undefined) problems.push({ document, field, reason: "no-fact", fact: name, language });
      return (typeof fact === "object" ? fact[language] : fact) ?? braces;
    });
  const walk = (item: unknown, path: string): unknown =>
    isInEveryLanguage(item)
      ? mapChildren(item, (text, language) => fill(text as string, path, language as Language))
      : mapChildren(item, (child, key) => walk(child, toFieldPath(path, key)));
  const filled = walk(value, "") as T;
  if (problems.length > 0) throw new ContentError(problems);
  return filled;
}

/** Returns the path of a field or list item as content problems name it, for example `sections[0].title`. */
const toFieldPath = (path: string, key: string | number) => {
  if (typeof key === "number") return `${path}[${key}]`;
  return path ? `${path}.${key}` : key;
};

const digits = (text: string | undefined) => (text ?? "").replace(/\D/g, "");

/** Returns whether a displayed phone number has the digits of an E.164 number, with or without the country code. */
export const isSameNumber = (displayedNumber: string, number: string | undefined): boolean =>
  digits(displayedNumber).length >= 7 && digits(number).endsWith(digits(displayedNumber));
