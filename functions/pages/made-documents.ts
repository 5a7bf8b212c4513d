import { daySeconds } from "#functions/contract/durations.ts";
import type { BuildRecord } from "#functions/contract/site-renderer.ts";
import type { EdgeCache } from "#functions/http/edge-cache.ts";

/** How many documents an isolate remembers. */
const most = 200;

/**
 * A document as it was made, and its entity tag; both are null where the built file says the same. `style` is the hash of the style that the
 * document carries.
 */
export type MadeDocument = {
  revision: string;
  text: string | null;
  etag: string | null;
  style: string | null;
};

/** What an isolate knows of a document: as it was made, and of what was published then; null where that is not known. */
type Known = { fingerprint: string | null; made: MadeDocument };

/** The documents that have been made, as an isolate and its data center remember them. */
export function openMadeDocuments(record: BuildRecord, cache: EdgeCache) {
  const slots = new Map<string, Known>();

  function remember(address: string, known: Known): void {
    slots.delete(address);
    slots.set(address, known);
    const [eldest] = slots.keys();
    if (slots.size > most && eldest !== undefined) slots.delete(eldest);
  }

  const built = (address: string): MadeDocument => ({
    revision: record.documents[address] ?? record.id,
    text: null,
    etag: null,
    style: record.styles[address] ?? null,
  });

  return {
    /** The document as it was built. */
    built,
    /** The last that this isolate knows of. */
    known: (address: string): Known | undefined => slots.get(address),
    /** The one that was made of this content, here or by another isolate; remembered. */
    async find(address: string, fingerprint: string): Promise<MadeDocument | null> {
      const made = await cache.read<MadeDocument>(`${fingerprint} ${address}`);
      if (made) remember(address, { fingerprint, made });
      return made ?? null;
    },
    /** The last that was made, in this isolate or another one, where the CMS has not been there since; else as it was built. */
    async last(address: string): Promise<MadeDocument> {
      const known = slots.get(address);
      if (known) return known.made;
      const made = (await cache.read<MadeDocument>(`last ${address}`)) ?? built(address);
      // One that was not waited for any longer may have been made meanwhile.
      const meanwhile = slots.get(address);
      if (meanwhile) return meanwhile.made;
      remember(address, { fingerprint: null, made });
      return made;
    },
    async keep(address: string, fingerprint: string, made: MadeDocument): Promise<void> {
      remember(address, { fingerprint, made });
      await Promise.all([
        cache.keep(`${fingerprint} ${address}`, made, daySeconds),
        cache.keep(`last ${address}`, made, 30 * daySeconds),
      ]);
    },
  };
}
