import { createContentClient } from "#cms/content/client.ts";
import type { SiteEnvironment } from "#functions/env.ts";

/** How long the CMS may take for one answer, in milliseconds. */
const timeout = 2_000;

/** Asks the CMS for what is published. Each question is given up after 2 s. */
export function contentSource(environment: SiteEnvironment) {
  const client = createContentClient({
    projectId: environment.SANITY_PROJECT_ID,
    dataset: environment.SANITY_DATASET,
    apiHost: environment.SANITY_API_HOST,
    token: environment.SANITY_READ_TOKEN,
  });
  return {
    fetch: <T>(query: string, parameters: Record<string, unknown> = {}): Promise<T> =>
      client.fetch<T>(query, parameters, { signal: AbortSignal.timeout(timeout) }),
  };
}
