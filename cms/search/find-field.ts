import type { Path } from "sanity";

const toComparable = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Lists the texts of a value, without accents and capitals, with their paths. Omits Sanity's fields, such as `_id`. */
function* listTexts(value: unknown, path: Path = []): Generator<{ path: Path; text: string }> {
  if (typeof value === "string") yield { path, text: toComparable(value) };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const key = (item as { _key?: string } | null)?._key;
      yield* listTexts(item, [...path, key === undefined ? index : { _key: key }]);
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value))
      if (!name.startsWith("_")) yield* listTexts(item, [...path, name]);
  }
}

/**
 * Returns the path at which the Studio opens a search result: of the first text with all search words, else with any
 * of them, else null. Ignores case and accents.
 */
export function findField(document: unknown, search: string): Path | null {
  const searchTerms = toComparable(search).split(/\s+/).filter(Boolean);
  if (searchTerms.length === 0) return null;
  const texts = [...listTexts(document)];
  const matchingText =
    texts.find(({ text }) => searchTerms.every((term) => text.includes(term))) ??
    texts.find(({ text }) => searchTerms.some((term) => text.includes(term)));
  return matchingText?.path ?? null;
}
