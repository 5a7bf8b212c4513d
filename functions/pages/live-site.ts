import { contentSource } from "#functions/content/source.ts";
import type { BuildRecord, PictureSource } from "#functions/contract/site-renderer.ts";
import { readSiteEnvironment } from "#functions/env.ts";
import { describeFault, logLine } from "#functions/log.ts";
import { readRenderer } from "./built.ts";
import { openDocuments } from "./documents.ts";
import { openEdgeCache } from "./edge-cache.ts";
import { openPublished } from "./published.ts";
import type { Waiting } from "./within.ts";

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

  const document = async (address: string, waiting: Waiting) =>
    documents.current(address, await published.current(waiting), waiting);
  return {
    studioOrigin: environment.STUDIO_ORIGIN,
    /** The document of that address as it is now, or as it was last. */
    document,
    /** The old addresses as they are now, each with the one it leads to; null where the built ones are right. */
    async redirects(waiting: Waiting): Promise<Record<string, string> | null> {
      const { text } = await document("/_redirects", waiting);
      return text === null ? null : (JSON.parse(text) as Record<string, string>);
    },
    /** Where a picture is had from that no build has made yet. */
    findPicture: async (address: string): Promise<PictureSource | null> =>
      (await readRenderer()).findPicture(source, address),
  };
}

export type LiveSite = ReturnType<typeof openLiveSite>;
