import { decodeEntities } from "./html-text.ts";

/** Replaces the table of 2,000 entities in the parser of mails, with the entities that mail programs write. */
export const htmlEntities: Record<string, string | undefined> = new Proxy(
  {},
  {
    get(_, entity) {
      const decoded = decodeEntities(String(entity));
      return decoded === entity ? undefined : decoded;
    },
  },
);
