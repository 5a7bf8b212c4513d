import { loadPublished } from "#cms/content/load-published.ts";
import type { PageContent } from "#cms/content/types.ts";
import type { ContentSource, PublishedState } from "#functions/contract/site-renderer.ts";
import { readSiteEnvironment } from "#functions/env.ts";
import { daySeconds } from "#functions/kernel/durations.ts";
import { type EdgeCache, openEdgeCache } from "#functions/kernel/http/edge-cache.ts";
import { describeFault, logLine } from "#functions/kernel/log/log.ts";
import { memoize } from "#functions/kernel/memoize.ts";
import { readRecord } from "./build-modules.ts";
import { contentSource } from "./content/source.ts";
import { openContentCache } from "./content-cache.ts";
import { type RequestLifetime, waitFor } from "./request-lifetime.ts";

// All in milliseconds. A state younger than `freshMs` needs no query. A state younger than `maxAgeMs` may be shown
// while another request queries.
const freshMs = 4_000;
const maxAgeMs = 5_000;
/** Time for which an unanswered query keeps other requests from sending the same query. */
const queryTimeoutMs = 2_000;
/** Retry delay after a failed query. */
const backoffMs = 5_000;
/** Maximum number of requests without a fallback that query at the same time during an outage. */
const maxQueriesWithoutFallback = 3;
/** Lifetime of the cache entry for isolates that know no state yet. */
const lastKnownSeconds = 30 * daySeconds;

type KnownState = { state: PublishedState; checkedAt: number };

/** The published state that a request uses until its answer; undefined while this isolate knows no state. */
export type Snapshot = PublishedState | undefined;

/**
 * Returns the published state of the CMS, at most 5 s old. All requests of an isolate share one query. Isolates share
 * its result through the cache of the data center. A request never awaits the query of another request, because workerd
 * isolates their I/O.
 */
export function openFreshness(options: {
  cache: EdgeCache;
  read(): Promise<PublishedState>;
  onFailure(fault: unknown): void;
  /** Returns the time in milliseconds since 1970. */
  now?: () => number;
}) {
  const { cache, read, onFailure, now = Date.now } = options;
  let knownState: KnownState | undefined;
  let queriedAt = Number.NEGATIVE_INFINITY;
  /** Time of the last failed or overdue query; undefined while the CMS answers. */
  let failedAt: number | undefined;
  let queriesWithoutFallback = 0;

  const ageMs = (): number => (knownState ? now() - knownState.checkedAt : Number.POSITIVE_INFINITY);

  async function refresh(): Promise<void> {
    queriedAt = now();
    try {
      if (!knownState) {
        const lastState = await cache.read<PublishedState>("last published");
        if (lastState) knownState ??= { state: lastState, checkedAt: Number.NEGATIVE_INFINITY };
      }
      const shared = await cache.read<KnownState>("published");
      if (shared && now() - shared.checkedAt < freshMs) knownState = shared;
      else {
        const checkedAt = now();
        knownState = { state: await read(), checkedAt };
        await Promise.all([
          cache.keep("published", knownState, maxAgeMs / 1_000),
          cache.keep("last published", knownState.state, lastKnownSeconds),
        ]);
      }
      failedAt = undefined;
    } catch (fault) {
      failedAt = now();
      onFailure(fault);
    } finally {
      queriedAt = Number.NEGATIVE_INFINITY;
    }
  }

  /** Queries for a request, unless its own query is still unanswered. */
  async function refreshFor(lifetime: RequestLifetime): Promise<void> {
    lifetime.refresh ??= refresh().finally(() => {
      lifetime.refresh = undefined;
    });
    await waitFor(lifetime, lifetime.refresh);
  }

  return {
    /**
     * Returns the current snapshot; a request calls it once. During an outage one request in 5 s queries the CMS, and
     * all requests get the last known state without delay. A request without a fallback queries even then.
     */
    async takeSnapshot(lifetime: RequestLifetime): Promise<Snapshot> {
      if (ageMs() < freshMs) return knownState?.state;
      if (!knownState && lifetime.hasNoFallback && queriesWithoutFallback < maxQueriesWithoutFallback) {
        queriesWithoutFallback += 1;
        await refreshFor(lifetime);
        queriesWithoutFallback -= 1;
        return (knownState as KnownState | undefined)?.state;
      }
      const isQueried = now() - queriedAt < queryTimeoutMs;
      if (failedAt !== undefined) {
        if (!isQueried && now() - failedAt > backoffMs) lifetime.waitUntil(refresh());
        return knownState?.state;
      }
      if (isQueried && ageMs() < maxAgeMs) return knownState?.state;
      await refreshFor(lifetime);
      if (ageMs() >= maxAgeMs) failedAt ??= now();
      return knownState?.state;
    },
  };
}

type Freshness = ReturnType<typeof openFreshness>;

/** The published content that pages and the API of one isolate share. */
export type PublishedContent = Freshness & {
  source: ContentSource;
  /** The content of pages by name, in both languages. */
  pages: ReturnType<typeof openContentCache<PageContent>>;
};

/** Logs a failed query to the CMS, or published content with faults, whose error has a list of `problems`. */
export function logContentFault(fields: Record<string, unknown>, fault: unknown): void {
  const isRefused = fault instanceof Error && "problems" in fault;
  logLine({
    ...fields,
    problem: isRefused ? "content_refused" : "content_unavailable",
    ...describeFault(fault),
  });
}

/** Opens the published content that the pages and the API of one isolate share. @throws EnvironmentError */
async function openPublishedContent(bindings: Record<string, unknown>): Promise<PublishedContent> {
  const environment = readSiteEnvironment(bindings);
  const source = contentSource(environment);
  // Another build may read other fields, and another dataset has other content. In development the API has no build.
  const build = await readRecord().then(
    ({ id }) => id,
    () => "development",
  );
  const cacheName = ["published", build, environment.SANITY_PROJECT_ID, environment.SANITY_DATASET].join(" ");
  const cache = openEdgeCache(environment.SITE_ORIGIN, encodeURIComponent(cacheName));
  const freshness = openFreshness({
    cache,
    read: () => loadPublished(source),
    onFailure: (fault) => logContentFault({}, fault),
  });
  return { ...freshness, source, pages: openContentCache<PageContent>(cache) };
}

/** Returns the published content of the environment and opens it on first use. @throws EnvironmentError */
export const openPublished = memoize(openPublishedContent);
