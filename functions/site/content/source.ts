import { type ContentClientOptions, createContentClient } from "#cms/content/client.ts";
import type { SiteEnvironment } from "#functions/env.ts";

/** How long the CMS may take for one answer, in milliseconds. */
const timeout = 2_000;

/** Returns the dataset of the site, and the token to read it with. SANITY_READ_TOKEN may read drafts, too. */
export const contentOptions = (environment: SiteEnvironment): ContentClientOptions => ({
  projectId: environment.SANITY_PROJECT_ID,
  dataset: environment.SANITY_DATASET,
  apiHost: environment.SANITY_API_HOST,
  token: environment.SANITY_READ_TOKEN,
});

/** A client of the CMS that reads what is published; with SANITY_READ_TOKEN it may be told to read drafts. */
export const contentClient = (environment: SiteEnvironment) =>
  createContentClient(contentOptions(environment));

/** Asks the CMS for what is published, or for drafts where there are any. Each question is given up after 2 s. */
export function contentSource(
  environment: SiteEnvironment,
  perspective: "published" | "drafts" = "published",
) {
  const client = contentClient(environment).withConfig({ perspective });
  return {
    fetch: <T>(query: string, parameters: Record<string, unknown> = {}): Promise<T> =>
      client.fetch<T>(query, parameters, { signal: AbortSignal.timeout(timeout) }),
  };
}
