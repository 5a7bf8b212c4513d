import { type ContentClientOptions, createContentClient } from "#cms/content/client.ts";
import type { SiteEnvironment } from "#functions/env.ts";

/** Time limit of one query to the CMS, in milliseconds. */
const timeoutMs = 2_000;

/** Returns the dataset of the site and the token that reads it. SANITY_READ_TOKEN may also read drafts. */
export const contentOptions = (environment: SiteEnvironment): ContentClientOptions => ({
  projectId: environment.SANITY_PROJECT_ID,
  dataset: environment.SANITY_DATASET,
  apiHost: environment.SANITY_API_HOST,
  token: environment.SANITY_READ_TOKEN,
});

/** Returns a client of the CMS for published content. With SANITY_READ_TOKEN it can also read drafts. */
export const contentClient = (environment: SiteEnvironment) =>
  createContentClient(contentOptions(environment));

/** Returns a source of published content or of drafts. Each query is aborted after 2 s. */
export function contentSource(
  environment: SiteEnvironment,
  perspective: "published" | "drafts" = "published",
) {
  const client = contentClient(environment).withConfig({ perspective });
  return {
    fetch: <T>(query: string, parameters: Record<string, unknown> = {}): Promise<T> =>
      client.fetch<T>(query, parameters, { signal: AbortSignal.timeout(timeoutMs) }),
  };
}
