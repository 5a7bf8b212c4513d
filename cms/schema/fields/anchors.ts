/** The parts of a section that determine its anchor. */
export type AnchorSource = { _key?: string; anchor?: string; title?: { es?: string; en?: string } };

const maxAnchorLength = 40;

/** The pattern of a valid anchor. */
export const anchorPattern = /^[a-z][a-z0-9-]{0,39}$/;

/** Returns the first duplicate in `names`, or undefined. */
export const findDuplicate = (names: readonly (string | undefined)[]) =>
  names.find((name, index) => name !== undefined && names.indexOf(name) < index);

/**
 * Returns an unused anchor from a headline, or the last part of an address from a title: lowercase letters without
 * accents, digits and hyphens. The result is undefined if the headline has no letter to start with.
 */
export function proposeAnchor(
  headline: string | undefined,
  takenAnchors: readonly string[],
): string | undefined {
  const plain = (headline ?? "")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+/, "");
  const base = truncateAnchor(plain, maxAnchorLength);
  if (!base) return undefined;
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : `-${number}`;
    const anchor = truncateAnchor(base, maxAnchorLength - suffix.length) + suffix;
    if (!takenAnchors.includes(anchor)) return anchor;
  }
}

/** Truncates an anchor after a whole word if possible, and without a trailing hyphen. */
function truncateAnchor(text: string, length: number): string {
  const short = text.length > length ? text.slice(0, length + 1).replace(/-[^-]*$/, "") : text;
  return short.slice(0, length).replace(/-+$/, "");
}
