import { languages } from "#cms/content/site.ts";
import type { Length } from "#cms/schema/fields/lengths.ts";
import { schemaTypes } from "#cms/schema/index.ts";
import { roomInRow } from "#cms/schema/sections/highlights.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";

type Definition = {
  name?: string;
  type?: string;
  fields?: readonly Definition[];
  of?: readonly Definition[];
  options?: { length?: Length };
};

const types = new Map((schemaTypes("es") as unknown as Definition[]).map((type) => [type.name, type]));

// As long as any that the site has, and the shorter ones between them.
const word = "administraciones";
const between = (letters: number) => (letters < 8 ? "de la" : "de la empresa");

/** A text that fills a length whole, and whose first word is as long as one may be there. */
function longest({ maximum, word: letters = word.length }: Length): string {
  const long = word.slice(0, Math.min(letters, maximum));
  const text = `${long} ${between(letters)} `.repeat(Math.ceil(maximum / long.length)).slice(0, maximum);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.trimEnd();
}

/** The document with every text that it has as long as the Studio lets it be, in both languages. */
export const withLongestTexts = (document: SeedDocument): SeedDocument =>
  lengthen(document, types.get(document._type), {}) as SeedDocument;

function lengthen(value: unknown, type: Definition | undefined, field: Definition): unknown {
  const length = field.options?.length ?? type?.options?.length;
  if (length) {
    const text = longest(length);
    return { ...(value as object), ...Object.fromEntries(languages.map((language) => [language, text])) };
  }
  if (Array.isArray(value)) {
    return value.map((item) => {
      const member =
        type?.of?.find(({ name, type }) => (name ?? type) === item?._type) ?? type?.of?.[0] ?? {};
      const filled = lengthen(item, types.get(member.type) ?? member, member);
      return member.name === "highlight" ? inOneRow(filled as { title: object }, value.length) : filled;
    });
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = new Map((type?.fields ?? []).map((each) => [each.name, each]));
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      const each = fields.get(name);
      return [name, each ? lengthen(child, types.get(each.type) ?? each, each) : child];
    }),
  );
}

/** A highlight with the longest word that so many of them have room for. */
function inOneRow(highlight: { title: object }, count: number) {
  const text = longest({ maximum: 16, word: Math.floor(roomInRow(count) / count) });
  const title = { ...highlight.title, ...Object.fromEntries(languages.map((language) => [language, text])) };
  return { ...highlight, title };
}
