/** The parts of a section that determine its anchor. */
export type Section = { _key?: string; anchor?: string; title?: { es?: string; en?: string } };

const longest = 40;

/** The pattern of a valid anchor. */
export const anchorForm = /^[a-z][a-z0-9-]{0,39}$/;

/** Returns the first duplicate in `names`, or undefined. */
export const twice = (names: readonly (string | undefined)[]) =>
  names.find((name, index) => name !== undefined && names.indexOf(name) < index);

/**
 * Returns an unused anchor from a Spanish headline: lowercase letters without accents, digits and hyphens. The result
 * is undefined if the headline has no letter to start with.
 */
export function proposeAnchor(headline: string | undefined, taken: readonly string[]): string | undefined {
  const plain = (headline ?? "")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "");
  const base = cut(plain, longest);
  if (!base) return undefined;
  for (let number = 1; ; number++) {
    const end = number === 1 ? "" : `-${number}`;
    const anchor = cut(base, longest - end.length) + end;
    if (!taken.includes(anchor)) return anchor;
  }
}

// Truncates after a whole word if possible.
function cut(text: string, length: number): string {
  const short = text.length > length ? text.slice(0, length + 1).replace(/-[^-]*$/, "") : text;
  return short.slice(0, length).replace(/-+$/, "");
}
