/** A section, as far as its anchor depends on it. */
export type Section = { _key?: string; anchor?: string; title?: { es?: string; en?: string } };

const longest = 40;

/** What an anchor may look like. */
export const anchorForm = /^[a-z][a-z0-9-]{0,39}$/;

/** The first of `names` that is there a second time, if any. */
export const twice = (names: readonly (string | undefined)[]) =>
  names.find((name, index) => name !== undefined && names.indexOf(name) < index);

/**
 * An anchor for a section from its Spanish headline, as no other section of `taken` has it: lowercase letters without
 * accents, digits and hyphens. Undefined when the headline has nothing that an anchor can begin with.
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

// At a whole word where there is one.
function cut(text: string, length: number): string {
  const short = text.length > length ? text.slice(0, length + 1).replace(/-[^-]*$/, "") : text;
  return short.slice(0, length).replace(/-+$/, "");
}
