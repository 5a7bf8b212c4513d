import { hashStyle } from "#functions/contract/security-headers.ts";
import type { BuildRecord, PublishedState, SiteDocument } from "#functions/contract/site-renderer.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { EdgeCache } from "#functions/kernel/http/edge-cache.ts";
import { type MadeDocument, openMadeDocuments } from "./made-documents.ts";
import { type Waiting, waitFor } from "./within.ts";

/** How long a document that could not be made is left as it is, in milliseconds. */
const backoff = 5_000;

/** Where it came from: made for this request, made before, or the built file. */
type Source = "rendered" | "cached" | "static";

/** A document as it is shown; `published` is the fingerprint of what was published when it was last known to be right. */
export type ShownDocument = MadeDocument & { source: Source; published: string };

/** The documents of the site as their content is now; what cannot be made stays as it was last. */
export function openDocuments(options: {
  record: BuildRecord;
  cache: EdgeCache;
  read(address: string, state: PublishedState): Promise<SiteDocument>;
  onFailure(address: string, fault: unknown): void;
}) {
  const { record, cache, read, onFailure } = options;
  const documents = openMadeDocuments(record, cache);
  const failures = new Map<string, { fingerprint: string; at: number }>();

  async function make(address: string, state: PublishedState): Promise<Source> {
    const { fingerprint } = state;
    if (await documents.find(address, fingerprint)) return "cached";
    try {
      const document = await read(address, state);
      const { revision } = document;
      const before = documents.known(address)?.made;
      const isSame = before?.revision === revision;
      const isBuilt = revision === record.documents[address];
      const made = isSame
        ? before
        : isBuilt
          ? documents.built(address)
          : { revision, ...(await textOf(document)) };
      await documents.keep(address, fingerprint, made);
      return "rendered";
    } catch (fault) {
      failures.set(address, { fingerprint, at: Date.now() });
      onFailure(address, fault);
      throw fault;
    }
  }

  /** Whether there is something to make that did not fail a moment ago. */
  function isToBeMade(address: string, { fingerprint }: PublishedState): boolean {
    if (documents.known(address)?.fingerprint === fingerprint) return false;
    const failure = failures.get(address);
    return failure?.fingerprint !== fingerprint || Date.now() - failure.at >= backoff;
  }

  return {
    /** A document as it is now, or as it was last; within the time that the request has. */
    async current(
      address: string,
      state: PublishedState | undefined,
      waiting: Waiting,
    ): Promise<ShownDocument> {
      if (state?.fingerprint === record.fingerprint) {
        return { ...documents.built(address), source: "static", published: record.fingerprint };
      }
      let source: Source = "cached";
      if (state && isToBeMade(address, state)) {
        const work = make(address, state).then((from) => {
          source = from;
        });
        await waitFor(waiting, work);
      }
      const made = await documents.last(address);
      const { fingerprint } = documents.known(address) ?? {};
      return {
        ...made,
        source: made.text === null ? "static" : source,
        published: fingerprint ?? record.fingerprint,
      };
    },
  };
}

async function textOf(document: SiteDocument): Promise<Omit<MadeDocument, "revision">> {
  const text = await document.make();
  return { text, etag: `"${(await sha256(text)).slice(0, 32)}"`, style: await hashStyle(text) };
}
