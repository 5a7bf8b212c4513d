import type { SanityClient } from "@sanity/client";
import { createContentClient } from "#cms/content/client.ts";
import type { Environment } from "#functions/env.ts";

/** A client that sees drafts and may publish; null where the environment gives no token for it. */
export function contentEditor(environment: Environment): SanityClient | null {
  const { SANITY_WRITE_TOKEN: token } = environment;
  if (!token) return null;
  const client = createContentClient({
    projectId: environment.SANITY_PROJECT_ID,
    dataset: environment.SANITY_DATASET,
    apiHost: environment.SANITY_API_HOST,
    token,
  });
  return client.withConfig({ perspective: "raw" });
}
