import { createClient, type SanityClient } from "@sanity/client";
import { apiVersion } from "./site.ts";

export type ContentClientOptions = {
  projectId: string;
  dataset: string;
  /** Another host that speaks Sanity's API, for example `http://localhost:3399`. */
  apiHost?: string | undefined;
  /** Needed only where the dataset is private. */
  token?: string | undefined;
};

/** What the loaders need of a client: an answer to a query in GROQ. */
export type ContentClient = {
  fetch<T>(query: string, parameters?: Record<string, unknown>): Promise<T>;
};

/**
 * A client that reads what is published, straight from the source and not from the CDN: the caller keeps
 * the answer itself. Runs in Node and at the edge. Gives up on a request after 10 s.
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
    // A stand-in has no host name for each project.
    ...(apiHost && { apiHost, useProjectHostname: false }),
  });
}

/** Returns the folder of the CMS's image pipeline that has the dataset's pictures, with a slash at its end. */
export const pictureFolder = ({ projectId, dataset, apiHost }: ContentClientOptions): string =>
  new URL(`/images/${projectId}/${dataset}/`, apiHost ?? "https://cdn.sanity.io").href;
