/** What the fragment of the page that shows a sender their own message names: the token of the mailed link. */
export const ownMessageFragment = "token";

/**
 * Answer of `POST /api/contact/own`: the reference of a message, when it arrived, and until when it is kept at most (ISO 8601). Nothing
 * that the sender wrote is in it: the link goes to whatever address was typed, which may be another person's.
 */
export type OwnMessage = { reference: string; created_at: string; kept_until: string };

/** What a message is called between its sender and the company, `3F2A-91BC`: the first eight signs of its id. */
export const toReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();

// A dash tells a reference from other text. A group of a UUID is none.
const dashed =
  /(?<![\p{L}\p{N}]|[\da-f]{4}[\p{Pd}−])([\da-f]{4})\s?[\p{Pd}−]\s?([\da-f]{4})(?![\p{L}\p{N}]|[\p{Pd}−][\da-f]{4})/iu;
// Without a dash it stands alone or after a word for it: "3f2a91bc", "Ref. 3F2A 91BC", "N.º 3F2A91BC", "Tu referencia es 3f2a91bc".
const undashed =
  /^(?:.*(?<!\p{L})(?:ref(?:erencia|erence)?|nro|n[úu]m(?:ero)?|number|no|n\.\s?[o°]|n°)(?:[\s.:]+(?:number|es|is))?(?!\p{L}))?[^\p{L}\p{N}]*([\da-f]{4})\s?([\da-f]{4})[^\p{L}\p{N}]*$/isu;

/**
 * Returns the least and the greatest id of the messages whose reference a text has, however it is written; null if it has none. A telephone
 * number such as 2222-2222 may be a reference too, so a search looks for the text as well.
 */
export function idsOfReference(text: string): { first: string; last: string } | null {
  const plain = text.normalize("NFKC").replace(/\p{Cf}/gu, "");
  const typed = dashed.exec(plain) ?? undashed.exec(plain);
  if (!typed) return null;
  const first = `${typed[1]}${typed[2]}`.toLowerCase();
  return { first: `${first}-0000-0000-0000-000000000000`, last: `${first}-ffff-ffff-ffff-ffffffffffff` };
}
