import { languages } from "#cms/content/site.ts";
import type { Length } from "#cms/schema/fields/lengths.ts";
import { schemaTypes } from "#cms/schema/index.ts";
import { getMaxRowLetters } from "#cms/schema/sections/highlights.ts";
import type { SeedDocument } from "#cms/seed/documents.ts";

type FieldDefinition = {
  name?: string;
  type?: string;
  fields?: readonly FieldDefinition[];
  of?: readonly FieldDefinition[];
  options?: { length?: Length };
};

const types = new Map((schemaTypes("es") as unknown as FieldDefinition[]).map((type) => [type.name, type]));

// The word is as long as any on the site. Shorter words come between.
const word = "administraciones";
const getFiller = (letters: number) => (letters < 8 ? "de la" : "de la empresa");

/** Returns a text of the maximum length, whose first word has the maximum length of a word there. */
function createLongestText({ maximum, word: letters = word.length }: Length): string {
  const longWord = word.slice(0, Math.min(letters, maximum));
  const text = `${longWord} ${getFiller(letters)} `
    .repeat(Math.ceil(maximum / longWord.length))
    .slice(0, maximum);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.trimEnd();
}

/** Returns the document with every text at the Studio's maximum length, in both languages. */
export const withLongestTexts = (document: SeedDocument): SeedDocument =>
  lengthen(document, types.get(document._type), {}) as SeedDocument;

function lengthen(value: unknown, type: FieldDefinition | undefined, field: FieldDefinition): unknown {
  const length = field.options?.length ?? type?.options?.length;
  if (length) {
    const text = createLongestText(length);
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
  const fields = new Map(
    (type?.fields ?? []).map((fieldDefinition) => [fieldDefinition.name, fieldDefinition]),
  );
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => {
      const fieldDefinition = fields.get(name);
      return [
        name,
        fieldDefinition
          ? lengthen(child, types.get(fieldDefinition.type) ?? fieldDefinition, fieldDefinition)
          : child,
      ];
    }),
  );
}

/** Returns a highlight with the longest word for which `count` highlights have room. */
function inOneRow(highlight: { title: object }, count: number) {
  const text = createLongestText({ maximum: 16, word: Math.floor(getMaxRowLetters(count) / count) });
  const title = { ...highlight.title, ...Object.fromEntries(languages.map((language) => [language, text])) };
  return { ...highlight, title };
}
