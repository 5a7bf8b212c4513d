import { createClient, type SanityClient } from "@sanity/client";

/** Where the suites of the content keep theirs. */
export const place = { projectId: "vitrina0", dataset: "production" };

/** Sanity's own client, unmodified, as an anonymous reader of `place` at `origin`. */
export const readerOf = (origin: string): SanityClient =>
  createClient({
    ...place,
    apiHost: origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
  });
