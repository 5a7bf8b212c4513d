/** Parameter with the token of the mailed link, in the fragment of the page that shows senders their own message. */
export const ownMessageFragment = "token";

/** Returns the reference that sender and company quote, `3F2A-91BC`: the first eight digits of a message's id. */
export const toReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();

// A dash tells a reference from other text. A group of a UUID is no reference.
const dashedReference =
  /(?<![\p{L}\p{N}]|[\da-f]{4}[\p{Pd}−])([\da-f]{4})\s?[\p{Pd}−]\s?([\da-f]{4})(?![\p{L}\p{N}]|[\p{Pd}−][\da-f]{4})/iu;
// Without a dash it stands alone or after a term for it: "3f2a91bc", "Ref. 3F2A 91BC", "N.º 3F2A91BC", "Tu referencia
// es 3f2a91bc".
const undashedReference =
  /^(?:.*(?<!\p{L})(?:ref(?:erencia|erence)?|nro|n[úu]m(?:ero)?|number|no|n\.\s?[o°]|n°)(?:[\s.:]+(?:number|es|is))?(?!\p{L}))?[^\p{L}\p{N}]*([\da-f]{4})\s?([\da-f]{4})[^\p{L}\p{N}]*$/isu;

/**
 * Returns the lowest and the highest id of the messages with the reference that a text contains, in any notation; null
 * without one. A telephone number such as 2222-2222 may also be a reference, so a search looks for the text as well.
 */
export function toIdRange(text: string): { first: string; last: string } | null {
  const plain = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
  const match = dashedReference.exec(plain) ?? undashedReference.exec(plain);
  if (!match) return null;
  const idPrefix = `${match[1]}${match[2]}`.toLowerCase();
  return {
    first: `${idPrefix}-0000-0000-0000-000000000000`,
    last: `${idPrefix}-ffff-ffff-ffff-ffffffffffff`,
  };
}
