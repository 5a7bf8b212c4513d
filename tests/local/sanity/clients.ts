import { createClient, type SanityClient } from "@sanity/client";
import { type LakeOptions, startLake } from "#local/sanity/server.ts";

export const place = { projectId: "vitrina0", dataset: "production" };

/** The unmodified client, on a Lake. */
export function clientOf(origin: string, token?: string): SanityClient {
  return createClient({
    ...place,
    ...(token && { token }),
    apiHost: origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
    maxRetries: 0,
  });
}

/** A Lake in memory with a client that holds a token and one that does not. */
export async function lakeWith(documents?: LakeOptions["documents"]) {
  const token = "a-token-for-the-test";
  const lake = await startLake({ ...place, port: 0, token, ...(documents && { documents }) });
  return { lake, visitor: clientOf(lake.origin), editor: clientOf(lake.origin, token) };
}
