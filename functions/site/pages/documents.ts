import { hashStyle } from "#functions/contract/security-headers.ts";
import type { BuildRecord, PublishedState, SiteDocument } from "#functions/contract/site-renderer.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { EdgeCache } from "#functions/kernel/http/edge-cache.ts";
import { openCopies } from "#functions/site/copies.ts";
import type { Snapshot } from "#functions/site/freshness.ts";
import { type Waiting, waitFor } from "#functions/site/waiting.ts";

/**
 * A rendered document and its entity tag; both are null if the built file is the same. `style` is the hash of the style
 * in the document.
 */
type RenderedDocument = { revision: string; text: string | null; etag: string | null; style: string | null };

/** The origin of a document: rendered for this request, rendered before, or built. */
type DocumentSource = "rendered" | "cached" | "static";

/** A document as it is shown. `published` is the fingerprint of the state against which it was last verified. */
export type ShownDocument = RenderedDocument & { source: DocumentSource; published: string };

async function render(document: SiteDocument): Promise<RenderedDocument> {
  const text = await document.make();
  const etag = `"${(await sha256(text)).slice(0, 32)}"`;
  return { revision: document.revision, text, etag, style: await hashStyle(text) };
}

/** Opens the documents of a build. A document that cannot be rendered keeps its last content. */
export function openDocuments(options: {
  record: BuildRecord;
  cache: EdgeCache;
  read(address: string, state: PublishedState): Promise<SiteDocument>;
  onFailure(address: string, fault: unknown): void;
}) {
  const { record, cache, read, onFailure } = options;
  const copies = openCopies<RenderedDocument>(cache);

  const toBuilt = (address: string): RenderedDocument => ({
    revision: record.documents[address] ?? record.id,
    text: null,
    etag: null,
    style: record.styles[address] ?? null,
  });

  async function renderCopy(address: string, state: PublishedState): Promise<DocumentSource> {
    const { fingerprint } = state;
    if (await copies.find(address, fingerprint)) return "cached";
    try {
      const document = await read(address, state);
      const lastDocument = copies.getLocal(address)?.value;
      const isBuilt = document.revision === record.documents[address];
      const rendered = () => (isBuilt ? toBuilt(address) : render(document));
      const isSame = lastDocument?.revision === document.revision;
      await copies.keep(address, fingerprint, isSame ? lastDocument : await rendered());
      return "rendered";
    } catch (fault) {
      copies.noteFailure(address, fingerprint);
      onFailure(address, fault);
      throw fault;
    }
  }

  /** Returns a document of the snapshot, or its last content if it cannot be rendered in the time of the request. */
  return async (address: string, snapshot: Snapshot, waiting: Waiting): Promise<ShownDocument> => {
    if (snapshot?.fingerprint === record.fingerprint) {
      return { ...toBuilt(address), source: "static", published: record.fingerprint };
    }
    let source: DocumentSource = "cached";
    const isRendered = snapshot && copies.getLocal(address)?.fingerprint === snapshot.fingerprint;
    if (snapshot && !isRendered && !copies.hasJustFailed(address, snapshot.fingerprint)) {
      const work = renderCopy(address, snapshot).then((documentSource) => {
        source = documentSource;
      });
      await waitFor(waiting, work);
    }
    const shownDocument = (await copies.findLast(address)) ?? toBuilt(address);
    return {
      ...shownDocument,
      source: shownDocument.text === null ? "static" : source,
      published: copies.getLocal(address)?.fingerprint ?? record.fingerprint,
    };
  };
}
