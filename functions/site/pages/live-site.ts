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
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { readRenderer } from "#functions/site/build-modules.ts";
import { contentOptions } from "#functions/site/content/source.ts";
import { openContentCache } from "#functions/site/content-cache.ts";
import { logContentFault, openPublished, type Snapshot } from "#functions/site/freshness.ts";
import { type RequestLifetime, waitFor } from "#functions/site/request-lifetime.ts";

/**
 * A rendered document and its entity tag; both are null if the built file is the same. `style` is the hash of the style
 * in the document.
 */
type RenderedDocument = { revision: string; text: string | null; etag: string | null; style: string | null };

/** The origin of a document: rendered for this request, rendered before, or built. */
type DocumentSource = "rendered" | "cached" | "static";

/** A document as it is shown. `published` is the fingerprint of the state against which it was last verified. */
export type ShownDocument = RenderedDocument & { source: DocumentSource; published: string };

/** Renders a document, with the entity tag and the hash of its inline style for the headers of the response. */
async function render(document: SiteDocument): Promise<RenderedDocument> {
  const text = await document.make();
  const etag = `"${(await sha256(text)).slice(0, 32)}"`;
  return { revision: document.revision, text, etag, style: await hashStyle(text) };
}

/**
 * Returns the reader of the documents of a build. A document whose content has changed is rendered again, and one that
 * cannot be rendered keeps its last content.
 */
function openDocuments(options: {
  record: BuildRecord;
  cache: EdgeCache;
  read(address: string, state: PublishedState): Promise<SiteDocument>;
  /** Receives the error of the query, or of a component if the document `isRead`. */
  onFailure(address: string, fault: unknown, isRead: boolean): void;
}) {
  const { record, cache, read, onFailure } = options;
  const documentCache = openContentCache<RenderedDocument>(cache);

  const toBuilt = (address: string): RenderedDocument => ({
    revision: record.documents[address] ?? record.id,
    text: null,
    etag: null,
    style: record.styles[address] ?? null,
  });

  /** Caches the document of a state. Renders it only if it differs from the build and from the last rendering. */
  async function updateDocument(address: string, state: PublishedState): Promise<DocumentSource> {
    const { fingerprint } = state;
    if (await documentCache.find(address, fingerprint)) return "cached";
    let isRead = false;
    try {
      const document = await read(address, state);
      isRead = true;
      const lastDocument = documentCache.getLocal(address)?.value;
      const isBuilt = document.revision === record.documents[address];
      const toCurrent = () => (isBuilt ? toBuilt(address) : render(document));
      const isSame = lastDocument?.revision === document.revision;
      await documentCache.keep(address, fingerprint, isSame ? lastDocument : await toCurrent());
      return "rendered";
    } catch (fault) {
      documentCache.noteFailure(address, fingerprint);
      onFailure(address, fault, isRead);
      throw fault;
    }
  }

  /** Returns a document of the snapshot, or its last content if it cannot be rendered in the time of the request. */
  return async (address: string, snapshot: Snapshot, lifetime: RequestLifetime): Promise<ShownDocument> => {
    if (snapshot?.fingerprint === record.fingerprint) {
      return { ...toBuilt(address), source: "static", published: record.fingerprint };
    }
    let source: DocumentSource = "cached";
    const isRendered = snapshot && documentCache.getLocal(address)?.fingerprint === snapshot.fingerprint;
    if (snapshot && !isRendered && !documentCache.hasJustFailed(address, snapshot.fingerprint)) {
      const work = updateDocument(address, snapshot).then((documentSource) => {
        source = documentSource;
      });
      await waitFor(lifetime, work);
    }
    const shownDocument = (await documentCache.findLast(address)) ?? toBuilt(address);
    return {
      ...shownDocument,
      source: shownDocument.text === null ? "static" : source,
      published: documentCache.getLocal(address)?.fingerprint ?? record.fingerprint,
    };
  };
}

/** The addresses of the pages, and the built addresses that no page has anymore. */
type PageAddresses = { pages: ReadonlySet<string>; abandoned: ReadonlySet<string> };

/**
 * Returns the addresses of the published pages, and the built addresses that no page has anymore, at which the edge
 * shows no built page. Returns null without a snapshot of the published content.
 */
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
  pageAddresses: PageAddresses | null;
  /** Returns the current document, or its last content. */
  readDocument(address: string): Promise<ShownDocument>;
  /**
   * Returns the targets of old addresses. `isRendered` is false if those of the build still apply, and `isCurrent` if
   * they belong to an earlier state than the snapshot.
   */
  readRedirects(): Promise<{ targets: Record<string, string>; isRendered: boolean; isCurrent: boolean }>;
  /** Whether the published content is known, and is not that of the build. */
  isNewer: boolean;
  /** Finds the source of a picture as `SiteRenderer` does. The CMS gets one query for each picture of a published state. */
  findPicture(address: string): Promise<PictureSource | "cut" | null>;
};

/** Opens the site of a build for one isolate. @throws EnvironmentError */
export async function openLiveSite(bindings: Record<string, unknown>, record: BuildRecord) {
  const environment = readSiteEnvironment(bindings);
  const cache = openEdgeCache(environment.SITE_ORIGIN, record.id);
  const { source, takeSnapshot } = await openPublished(bindings);
  const readDocument = openDocuments({
    record,
    cache,
    async read(page, state) {
      const document = await (await readRenderer()).readDocument(source, page, state);
      if (document.leftOut?.length)
        logLine({ page, problem: "content_left_out", left_out: document.leftOut });
      return document;
    },
    onFailure: (page, fault, isRead) =>
      isRead
        ? logLine({ page, problem: "page_failed", ...describeFault(fault) })
        : logContentFault({ page }, fault),
  });

  // Requests of one state share its addresses.
  let lastAddresses: { snapshot: Snapshot; pageAddresses: PageAddresses | null } | undefined;
  const getPageAddresses = (snapshot: Snapshot): PageAddresses | null => {
    if (!lastAddresses || lastAddresses.snapshot !== snapshot)
      lastAddresses = { snapshot, pageAddresses: toPageAddresses(snapshot, record) };
    return lastAddresses.pageAddresses;
  };

  const cachedSource = (fingerprint: string): ContentSource => ({
    async fetch<T>(query: string, parameters?: Record<string, unknown>): Promise<T> {
      const key = `picture ${fingerprint} ${JSON.stringify(parameters)}`;
      const cachedAnswer = await cache.read<{ answer: T }>(key);
      if (cachedAnswer) return cachedAnswer.answer;
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
    async view(lifetime: RequestLifetime): Promise<SiteView> {
      const snapshot = await takeSnapshot(lifetime);
      return {
        pageAddresses: getPageAddresses(snapshot),
        isNewer: snapshot !== undefined && snapshot.fingerprint !== record.fingerprint,
        readDocument: (address) => readDocument(address, snapshot, lifetime),
        async readRedirects() {
          const { text, published } = await readDocument("/_redirects", snapshot, lifetime);
          return {
            targets: text === null ? record.redirects : (JSON.parse(text) as Record<string, string>),
            isRendered: text !== null,
            isCurrent: !snapshot || snapshot.fingerprint === published,
          };
        },
        findPicture: async (address) =>
          (await readRenderer()).findPicture(snapshot ? cachedSource(snapshot.fingerprint) : source, address),
      };
    },
  };
}

export type LiveSite = Awaited<ReturnType<typeof openLiveSite>>;
