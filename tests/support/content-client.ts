import { createClient, type SanityClient } from "@sanity/client";

/** The dataset of the content suites. */
export const place = { projectId: "vitrina0", dataset: "production" };

/** Creates Sanity's own, unmodified client, as an anonymous reader of `contentSource` at `origin`. */
export const readerOf = (origin: string): SanityClient =>
  createClient({
    ...place,
    apiHost: origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
  });
