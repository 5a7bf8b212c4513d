import { createClient, type SanityClient } from "@sanity/client";
import { apiVersion } from "./site.ts";

export type ContentClientOptions = {
  projectId: string;
  dataset: string;
  /** The origin of a stand-in for Sanity's API, for example `http://localhost:3399`. */
  apiHost?: string | undefined;
  /** Required only for a private dataset. */
  token?: string | undefined;
};

/** The part of a Sanity client that the loaders use: GROQ queries. */
export type ContentClient = {
  fetch<T>(query: string, parameters?: Record<string, unknown>): Promise<T>;
};

/**
 * Creates a client that reads published documents, unless its caller selects another perspective. It bypasses Sanity's
 * CDN, because callers cache results themselves. A request times out after 10 s.
 */
export function createContentClient(options: ContentClientOptions): SanityClient {
  const { projectId, dataset, apiHost, token } = options;
  return createClient({
    projectId,
    dataset,
    apiVersion,
    useCdn: false,
    perspective: "published",
    timeout: 10_000,
    maxRetries: 2,
    ...(token && { token }),
    // A stand-in has one host name for all projects.
    ...(apiHost && { apiHost, useProjectHostname: false }),
  });
}

/** Returns the URL below which the CMS serves the dataset's pictures, with a trailing slash. */
export const pictureFolder = ({ projectId, dataset, apiHost }: ContentClientOptions): string =>
  new URL(`/images/${projectId}/${dataset}/`, apiHost ?? "https://cdn.sanity.io").href;
