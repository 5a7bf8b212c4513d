// Marks tell which field each text of a draft comes from. Every text is rendered between marks, which are characters
// that no keyboard types. Afterwards each mark becomes an attribute of the element around the text. So components and
// new sections need no code for it, and visitors' pages have no trace of it.
import { isInBothLanguages } from "#cms/content/languages.ts";
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

function mark(value: unknown, note: (path: FieldPath) => number, path: FieldPath): unknown {
  if (isInBothLanguages(value)) {
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
const voids = new Set([
  "area",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "track",
  "wbr",
]);

/**
 * Puts an attribute on each element that holds a marked text, and on each picture with a marked description.
 * `attribute` returns the value for the number of a mark.
 */
export function marksToAttributes(
  html: string,
  attribute: (number: number, isPicture: boolean) => string,
): string {
  const parts: string[] = [];
  const open: { name: string; at: number }[] = [];
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
      const parent = open.at(-1);
      if (number && parent && open.some((element) => element.name === "body"))
        attach(parent.at, attribute(Number(number), false));
    } else if (slash) {
      while (open.length > 0 && open.pop()?.name !== name);
    } else {
      if (name === "img" && number) attach(at, attribute(Number(number), true));
      if (!voids.has(name)) open.push({ name, at });
    }
  }
  return withoutMarks(parts.join(""));
}

const escapeAttribute = (value: string) => value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
