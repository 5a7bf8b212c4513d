import { sha256 } from "#functions/auth/digest.ts";
import type { BuildRecord, PublishedState, SiteDocument } from "#functions/contract/site-renderer.ts";
import type { EdgeCache } from "#functions/http/edge-cache.ts";
import { type Waiting, waitFor } from "./within.ts";

const day = 86_400;
/** How many documents an isolate remembers. */
const most = 200;
/** How long a document that could not be made is left as it is, in milliseconds. */
const backoff = 5_000;

/** A document as it was made, and its entity tag; both are null where the built file says the same. */
type MadeDocument = { revision: string; text: string | null; etag: string | null };
/** Where it came from: made for this request, made before, or the built file. */
type Source = "rendered" | "cached" | "static";

/** A document as it is shown; `published` is the fingerprint of what was published when it was last known to be right. */
export type ShownDocument = MadeDocument & { source: Source; published: string };

type Slot = { fingerprint: string | null; made: MadeDocument };

/** The documents of the site as their content is now; what cannot be made stays as it was last. */
export function openDocuments(options: {
  record: BuildRecord;
  cache: EdgeCache;
  read(address: string, state: PublishedState): Promise<SiteDocument>;
  onFailure(address: string, fault: unknown): void;
}) {
  const { record, cache, read, onFailure } = options;
  const slots = new Map<string, Slot>();
  const failures = new Map<string, { fingerprint: string; at: number }>();

  function remember(address: string, slot: Slot): void {
    slots.delete(address);
    slots.set(address, slot);
    const [eldest] = slots.keys();
    if (slots.size > most && eldest !== undefined) slots.delete(eldest);
  }

  async function make(address: string, state: PublishedState): Promise<Source> {
    const { fingerprint } = state;
    const shared = await cache.read<MadeDocument>(`${fingerprint} ${address}`);
    if (shared) {
      remember(address, { fingerprint, made: shared });
      return "cached";
    }
    try {
      const document = await read(address, state);
      const { revision } = document;
      const isBuilt = revision === record.documents[address];
      const before = slots.get(address)?.made;
      const isSame = before?.revision === revision;
      const text = isSame || isBuilt ? null : await document.make();
      const etag = text === null ? null : `"${(await sha256(text)).slice(0, 32)}"`;
      const made = isSame ? before : { revision, text, etag };
      remember(address, { fingerprint, made });
      await Promise.all([
        cache.keep(`${fingerprint} ${address}`, made, day),
        cache.keep(`last ${address}`, made, 30 * day),
      ]);
      return "rendered";
    } catch (fault) {
      failures.set(address, { fingerprint, at: Date.now() });
      onFailure(address, fault);
      throw fault;
    }
  }

  /** The last that was made, in this isolate or another one, where the CMS has not been there since. */
  async function last(address: string): Promise<MadeDocument | null> {
    const known = slots.get(address);
    if (known) return known.made;
    const shared = await cache.read<MadeDocument>(`last ${address}`);
    remember(address, { fingerprint: null, made: shared ?? built(address) });
    return shared ?? null;
  }

  const built = (address: string): MadeDocument => ({
    revision: record.documents[address] ?? record.id,
    text: null,
    etag: null,
  });

  return {
    /** A document as it is now, or as it was last; within the time that the request has. */
    async current(
      address: string,
      state: PublishedState | undefined,
      waiting: Waiting,
    ): Promise<ShownDocument> {
      if (state?.fingerprint === record.fingerprint) {
        return { ...built(address), source: "static", published: record.fingerprint };
      }
      let source: Source = "cached";
      if (state && slots.get(address)?.fingerprint !== state.fingerprint) {
        const failure = failures.get(address);
        const isHopeless = failure?.fingerprint === state.fingerprint && Date.now() - failure.at < backoff;
        if (!isHopeless) {
          const work = make(address, state).then((from) => {
            source = from;
          });
          await waitFor(waiting, work);
        }
      }
      const made = (await last(address)) ?? built(address);
      const { fingerprint } = slots.get(address) ?? {};
      return {
        ...made,
        source: made.text === null ? "static" : source,
        published: fingerprint ?? record.fingerprint,
      };
    },
  };
}
