import { createClient, type SanityClient } from "@sanity/client";

/** The dataset of the content suites. */
export const contentSource = { projectId: "vitrina0", dataset: "production" };

/** Creates Sanity's own, unmodified client, as an anonymous reader of `contentSource` at `origin`. */
export const createReader = (origin: string): SanityClient =>
  createClient({
    ...contentSource,
    apiHost: origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
  });
