// Marks tell which field each text of a draft comes from. Every text is rendered between marks, which are characters
// that no keyboard types. Afterwards each mark becomes an attribute of the element around the text. So components and
// new sections need no code for it, and visitors' pages have no trace of it.
import { isInEveryLanguage } from "#cms/content/languages.ts";
import { languages } from "#cms/content/site.ts";

const [begin, middle, end] = ["\uE000", "\uE001", "\uE002"];
const anyMark = /\uE000\d+\uE001|\uE002/g;
const opening = /\uE000(\d+)\uE001/;

/** The path of a field from its document's root: names of fields, and keys of items. */
export type FieldPath = (string | { _key: string })[];

/** Marks every text of a part of a document. `note` stores the path of a text and returns its number. */
export function markTexts<T>(value: T, note: (path: FieldPath) => number, path: FieldPath = []): T {
  return mark(value, note, path) as T;
}

/**
 * Marks each text of both languages with the number of its field path, by which the Studio opens the field from the
 * preview. Items without a key stay unmarked, because the Studio cannot address them.
 */
function mark(value: unknown, note: (path: FieldPath) => number, path: FieldPath): unknown {
  if (isInEveryLanguage(value)) {
    const texts = languages.map((language) => {
      const text = value[language];
      if (typeof text !== "string") return [language, text];
      return [language, `${begin}${note([...path, language])}${middle}${text}${end}`];
    });
    return Object.fromEntries(texts);
  }
  if (Array.isArray(value)) {
    return value.map((item) => {
      const _key = typeof item === "object" && item !== null ? item._key : undefined;
      return typeof _key === "string" ? mark(item, note, [...path, { _key }]) : item;
    });
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    // Addresses stay unmarked: they are attribute values, and a mark would change their targets.
    Object.entries(value).map(([key, item]) => [
      key,
      key === "address" ? item : mark(item, note, [...path, key]),
    ]),
  );
}

/** Removes all marks from a text. */
const withoutMarks = (text: string): string => text.replaceAll(anyMark, "");

const token = /<!--.*?-->|<\/?[a-zA-Z](?:"[^"]*"|[^>"])*>|[^<]+|</gs;

/**
 * Replaces the marks of `markTexts` by `data-sanity` attributes, so that a click in the Studio's preview opens a field.
 * An element gets the attribute of its first marked text, a picture that of its description. Texts outside the body get
 * none. `toAttribute` returns the value for the number of a mark.
 */
export function marksToAttributes(
  html: string,
  toAttribute: (number: number, isPicture: boolean) => string,
): string {
  const parts: string[] = [];
  const openElements: { name: string; at: number }[] = [];
  const attach = (at: number, value: string) => {
    const tag = parts[at] ?? "";
    if (tag.includes(" data-sanity=")) return;
    parts[at] = tag.replace(/(\s*\/?>)$/, (close) => ` data-sanity="${escapeAttribute(value)}"${close}`);
  };
  for (const [part] of html.matchAll(token)) {
    const [, slash = "", name = ""] = /^<(\/?)([a-zA-Z][\w-]*)/.exec(part) ?? [];
    const number = opening.exec(part)?.[1];
    parts.push(part);
    const at = parts.length - 1;
    if (!name) {
      const parent = openElements.at(-1);
      if (number && parent && openElements.some((element) => element.name === "body"))
        attach(parent.at, toAttribute(Number(number), false));
    } else if (slash) {
      while (openElements.length > 0 && openElements.pop()?.name !== name);
    } else {
      if (name === "img" && number) attach(at, toAttribute(Number(number), true));
      // React ends the tag of an element without content with a slash.
      if (!part.endsWith("/>")) openElements.push({ name, at });
    }
  }
  return withoutMarks(parts.join(""));
}

const escapeAttribute = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
