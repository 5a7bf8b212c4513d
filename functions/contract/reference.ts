/** What a message is called between its sender and the company, `3F2A-91BC`: the first eight signs of its id. */
export const toReference = (id: string): string => `${id.slice(0, 4)}-${id.slice(4, 8)}`.toUpperCase();

/** The least and the greatest id of the messages that a text is the reference of, however it is typed; null where it is none. */
export function idsOfReference(text: string): { first: string; last: string } | null {
  const typed = /^([\da-f]{4})[- ]?([\da-f]{4})$/i.exec(text);
  if (!typed) return null;
  const first = `${typed[1]}${typed[2]}`.toLowerCase();
  return { first: `${first}-0000-0000-0000-000000000000`, last: `${first}-ffff-ffff-ffff-ffffffffffff` };
}
