import { pictureFolder } from "#cms/content/client.ts";
import { contentOptions, contentSource } from "#functions/content/source.ts";
import type {
  BuildRecord,
  ContentSource,
  PictureSource,
  PublishedState,
} from "#functions/contract/site-renderer.ts";
import { readSiteEnvironment } from "#functions/env.ts";
import { openEdgeCache } from "#functions/http/edge-cache.ts";
import { describeFault, logLine } from "#functions/log.ts";
import { readRenderer } from "./built.ts";
import { openDocuments } from "./documents.ts";
import { openPublished } from "./published.ts";
import type { Waiting } from "./within.ts";

const daySeconds = 86_400;

/** Where pages are, and which addresses of the build have lost theirs since: it is gone, or elsewhere. */
type Places = { pages: ReadonlySet<string>; left: ReadonlySet<string> };

function toPlaces({ pages, unplaced }: PublishedState, record: BuildRecord): Places {
  const addresses = new Set(pages.flatMap(({ address }) => Object.values(address)));
  // What cannot be shown where it says stays where it was built.
  const left = Object.entries(record.pages).flatMap(([address, name]) =>
    addresses.has(address) || unplaced.includes(name) ? [] : [address],
  );
  return { pages: addresses, left: new Set(left) };
}

/** The site as its content is now, for one isolate. @throws EnvironmentError */
export function openLiveSite(bindings: Record<string, unknown>, record: BuildRecord) {
  const environment = readSiteEnvironment(bindings);
  const cache = openEdgeCache(environment.SITE_ORIGIN, record.id);
  const source = contentSource(environment);
  const tell = (fields: Record<string, unknown>, fault: unknown) => {
    const isRefused = fault instanceof Error && "problems" in fault;
    logLine({
      ...fields,
      problem: isRefused ? "content_refused" : "content_unavailable",
      ...describeFault(fault),
    });
  };
  const published = openPublished({
    cache,
    read: async () => (await readRenderer()).readPublished(source),
    onFailure: (fault) => tell({}, fault),
  });
  const documents = openDocuments({
    record,
    cache,
    read: async (address, state) => (await readRenderer()).readDocument(source, address, state),
    onFailure: (page, fault) => tell({ page }, fault),
  });

  // The places of one state are asked for again and again.
  let known: { state: PublishedState; places: Places } | undefined;
  const placesOf = (state: PublishedState): Places => {
    if (known?.state !== state) known = { state, places: toPlaces(state, record) };
    return known.places;
  };

  const pictureIds = (fingerprint: string): ContentSource => ({
    async fetch<T>(query: string, parameters?: Record<string, unknown>): Promise<T> {
      const key = `picture ${fingerprint} ${JSON.stringify(parameters)}`;
      const cached = await cache.read<{ answer: T }>(key);
      if (cached) return cached.answer;
      const answer = await source.fetch<T>(query, parameters);
      await cache.keep(key, { answer }, daySeconds);
      return answer;
    },
  });

  const document = async (address: string, waiting: Waiting) =>
    documents.current(address, await published.current(waiting), waiting);
  return {
    origin: environment.SITE_ORIGIN,
    studioOrigin: environment.STUDIO_ORIGIN,
    hasTurnstile: environment.TURNSTILE_SITE_KEY !== undefined,
    /** The document of that address as it is now, or as it was last. */
    document,
    /** Where pages are now; null while that is not known. */
    async places(waiting: Waiting): Promise<Places | null> {
      const state = await published.current(waiting);
      return state ? placesOf(state) : null;
    },
    /**
     * The old addresses as they are now, each with the one it leads to; null where the built ones are right. `isCurrent` says
     * whether they are of what is published now: else they are the last that could be read.
     */
    async redirects(
      waiting: Waiting,
    ): Promise<{ addresses: Record<string, string> | null; isCurrent: boolean }> {
      const { text, published: read } = await document("/_redirects", waiting);
      const state = await published.current(waiting);
      const addresses = text === null ? null : (JSON.parse(text) as Record<string, string>);
      return { addresses, isCurrent: state === undefined || state.fingerprint === read };
    },
    /** The folder of the CMS's image pipeline that has the pictures of this site. */
    pictureBase: pictureFolder(contentOptions(environment)),
    /** Finds the source of a picture that no build has made yet. The CMS is asked once for each picture of a published state. */
    async findPicture(address: string, waiting: Waiting): Promise<PictureSource | null> {
      const state = await published.current(waiting);
      const { findPicture } = await readRenderer();
      return findPicture(state ? pictureIds(state.fingerprint) : source, address);
    },
  };
}

export type LiveSite = ReturnType<typeof openLiveSite>;
