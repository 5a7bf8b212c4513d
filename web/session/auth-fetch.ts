import { readRetryAfter } from "#web/api/api-error.ts";

/** The fetch of the authentication client, and what it learned that the client does not tell. */
export type AuthFetch = {
  fetch: typeof globalThis.fetch;
  /** Seconds that the last refusal for too many attempts asked to wait; null when it did not say. */
  retryAfter(): number | null;
};

/**
 * Drops `expires_at` from answers that carry a session. It is the server's clock: the client then counts from
 * `expires_in` with its own, so that a clock that is hours off neither refreshes at every tick nor too late.
 */
export function authFetch(): AuthFetch {
  let wait: number | null = null;
  return {
    retryAfter: () => wait,
    async fetch(input, init) {
      const response = await globalThis.fetch(input, init);
      if (response.status === 429) wait = readRetryAfter(response);
      if (!response.ok || response.status === 204 || init?.method !== "POST") return response;
      const { status, headers } = response;
      return new Response(withoutExpiry(await response.text()), { status, headers });
    },
  };
}

function withoutExpiry(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (key, value) => (key === "expires_at" ? undefined : value));
  } catch {
    return text;
  }
}
