import { createClient, type SanityClient } from "@sanity/client";
import { type SanityOptions, startSanity } from "#local/sanity/server.ts";

export const testDataset = { projectId: "vitrina0", dataset: "production" };

/** Creates the unmodified client for a stand-in for Sanity. */
export function createTestClient(origin: string, token?: string): SanityClient {
  return createClient({
    ...testDataset,
    ...(token && { token }),
    apiHost: origin,
    useProjectHostname: false,
    useCdn: false,
    apiVersion: "2025-02-19",
    maxRetries: 0,
  });
}

/** Starts a stand-in for Sanity in memory, with one client that has a token and one without. */
export async function startSanityWith(documents?: SanityOptions["documents"]) {
  const token = "a-token-for-the-test";
  const sanity = await startSanity({ ...testDataset, port: 0, token, ...(documents && { documents }) });
  const { origin, close } = sanity;
  return {
    sanity,
    origin,
    close,
    visitor: createTestClient(origin),
    editor: createTestClient(origin, token),
  };
}
