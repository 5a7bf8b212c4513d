import { pictureFolder } from "#cms/content/client.ts";
import { hashStyle } from "#functions/contract/security-headers.ts";
import type {
  BuildRecord,
  ContentSource,
  PictureSource,
  PublishedState,
  SiteDocument,
} from "#functions/contract/site-renderer.ts";
import { readSiteEnvironment } from "#functions/env.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { daySeconds } from "#functions/kernel/durations.ts";
import { type EdgeCache, openEdgeCache } from "#functions/kernel/http/edge-cache.ts";
import { readRenderer } from "#functions/site/built.ts";
import { contentOptions } from "#functions/site/content/source.ts";
import { openCopies } from "#functions/site/copies.ts";
import { logContentFault, openPublished, type Snapshot } from "#functions/site/freshness.ts";
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
function openDocuments(options: {
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

/** The addresses of the pages, and the built addresses that no page has anymore. */
type PageAddresses = { pages: ReadonlySet<string>; abandoned: ReadonlySet<string> };

function toPageAddresses(snapshot: Snapshot, record: BuildRecord): PageAddresses | null {
  if (!snapshot) return null;
  const { pages, unplaced } = snapshot;
  const addresses = new Set(pages.flatMap(({ address }) => Object.values(address)));
  // A page without a valid address keeps the built one.
  const abandonedAddresses = Object.entries(record.pages).flatMap(([address, name]) =>
    addresses.has(address) || unplaced.includes(name) ? [] : [address],
  );
  return { pages: addresses, abandoned: new Set(abandonedAddresses) };
}

/** The site as one request sees it: all answers belong to the same snapshot. */
export type SiteView = {
  /** The addresses of the pages; null until they are known. */
  places: PageAddresses | null;
  /** Returns the current document, or its last content. */
  readDocument(address: string): Promise<ShownDocument>;
  /**
   * Returns the old addresses with their targets; null if those of the build still apply. `isCurrent` is false if the
   * addresses belong to an earlier state than the snapshot.
   */
  readRedirects(): Promise<{ addresses: Record<string, string> | null; isCurrent: boolean }>;
  /**
   * Finds the source of a picture that is not in the build. The CMS gets one query for each picture of a published
   * state.
   */
  findPicture(address: string): Promise<PictureSource | null>;
};

/** Opens the site of a build for one isolate. @throws EnvironmentError */
export async function openLiveSite(bindings: Record<string, unknown>, record: BuildRecord) {
  const environment = readSiteEnvironment(bindings);
  const cache = openEdgeCache(environment.SITE_ORIGIN, record.id);
  const { source, current } = await openPublished(bindings);
  const readDocument = openDocuments({
    record,
    cache,
    read: async (address, state) => (await readRenderer()).readDocument(source, address, state),
    onFailure: (page, fault) => logContentFault({ page }, fault),
  });

  // Requests of one state share its addresses.
  let lastAddresses: { snapshot: Snapshot; places: PageAddresses | null } | undefined;
  const getPageAddresses = (snapshot: Snapshot): PageAddresses | null => {
    if (!lastAddresses || lastAddresses.snapshot !== snapshot)
      lastAddresses = { snapshot, places: toPageAddresses(snapshot, record) };
    return lastAddresses.places;
  };

  const cachedSource = (fingerprint: string): ContentSource => ({
    async fetch<T>(query: string, parameters?: Record<string, unknown>): Promise<T> {
      const key = `picture ${fingerprint} ${JSON.stringify(parameters)}`;
      const cached = await cache.read<{ answer: T }>(key);
      if (cached) return cached.answer;
      const answer = await source.fetch<T>(query, parameters);
      await cache.keep(key, { answer }, daySeconds);
      return answer;
    },
  });

  return {
    origin: environment.SITE_ORIGIN,
    studioOrigin: environment.STUDIO_ORIGIN,
    hasTurnstile: environment.TURNSTILE_SITE_KEY !== undefined,
    /** The folder of this site's pictures in the CMS's image pipeline. */
    pictureBase: pictureFolder(contentOptions(environment)),
    /** Opens the site for a request. */
    async view(waiting: Waiting): Promise<SiteView> {
      const snapshot = await current(waiting);
      return {
        places: getPageAddresses(snapshot),
        readDocument: (address) => readDocument(address, snapshot, waiting),
        async readRedirects() {
          const { text, published } = await readDocument("/_redirects", snapshot, waiting);
          const addresses = text === null ? null : (JSON.parse(text) as Record<string, string>);
          return { addresses, isCurrent: !snapshot || snapshot.fingerprint === published };
        },
        findPicture: async (address) =>
          (await readRenderer()).findPicture(snapshot ? cachedSource(snapshot.fingerprint) : source, address),
      };
    },
  };
}

export type LiveSite = Awaited<ReturnType<typeof openLiveSite>>;
