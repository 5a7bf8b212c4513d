/** What a message is called between its sender and the company, `3F2A-91BC`: the first eight signs of its id. */
export const toReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();

// As people write it: "Ref. 3F2A-91BC", "#3F2A-91BC", "Referencia: 3f2a91bc", with any dash.
const written =
  /^[([]?\s*(?:(?:ref(?:erencia|erence)?|n\.?[º°o]|#)\s*[.:]?\s*)*#?\s*([\da-f]{4})[\s\p{Pd}]?([\da-f]{4})\s*[)\].,;]?$/iu;

/** The least and the greatest id of the messages that a text is the reference of, however it is typed; null where it is none. */
export function idsOfReference(text: string): { first: string; last: string } | null {
  const typed = written.exec(text.trim());
  if (!typed) return null;
  const first = `${typed[1]}${typed[2]}`.toLowerCase();
  return { first: `${first}-0000-0000-0000-000000000000`, last: `${first}-ffff-ffff-ffff-ffffffffffff` };
}
