import {
  AuthApiError,
  type AuthError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthUnknownError,
  GoTrueClient,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
} from "@supabase/auth-js";
import { authApiVersion, authPath } from "#functions/contract/account.ts";
import { ApiError, readRetryAfter } from "#web/api/api-error.ts";
import { createNoResponseError, type TokenSource } from "#web/api/client.ts";
import { sessionKey } from "./account-hint.ts";

const passkeyOptionsPath = `${authPath}/passkeys/registration/options`;

/** The fetch of the authentication client, with the time to wait, which the client does not pass on. */
type AuthTransport = {
  fetch: typeof globalThis.fetch;
  /** Sends the current password with the next request for a new passkey, which the client sends without it. */
  giveCurrentPassword(password: string | undefined): void;
  /** Returns the seconds to wait that the last 429 answer named, or null. */
  retryAfter(): number | null;
};

export type AuthConnection = { auth: GoTrueClient; transport: AuthTransport };

let connection: AuthConnection | undefined;

/**
 * Returns the browser's one client of the authentication service (the wire protocol of Supabase Auth). It stores the
 * session in local storage, refreshes it and notifies other tabs. Only private pages load it.
 */
export function getAuthConnection(): AuthConnection {
  connection ??= connect();
  return connection;
}

function connect(): AuthConnection {
  const transport = createTransport();
  const auth = new GoTrueClient({
    url: authPath,
    fetch: transport.fetch,
    storageKey: sessionKey,
    persistSession: true,
    autoRefreshToken: true,
    // The page uses the token of a mailed link only after a click, because mail scanners open links, too.
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  });
  // The client repeats its last refresh failure for a minute. This resets the failure when the network is back, before
  // other listeners call the service.
  const forgetRefreshFailure = () => Object.assign(auth, { lastRefreshFailure: null });
  addEventListener("online", forgetRefreshFailure, { capture: true });
  return { auth, transport };
}

/**
 * Creates a fetch that remembers `Retry-After` of 429 responses and drops `expires_at` from successful POST responses.
 * The client then computes it from `expires_in` with its own clock, so that a wrong clock does not disturb refreshes.
 */
export function createTransport(): AuthTransport {
  let retryAfterSeconds: number | null = null;
  let currentPassword: string | undefined;
  const addPassword = (input: RequestInfo | URL, init?: RequestInit): RequestInit | undefined => {
    if (currentPassword === undefined || input !== passkeyOptionsPath) return init;
    const body = JSON.stringify({ current_password: currentPassword });
    currentPassword = undefined;
    return { ...init, body };
  };
  return {
    retryAfter: () => retryAfterSeconds,
    giveCurrentPassword: (password) => {
      currentPassword = password;
    },
    async fetch(input, init) {
      const response = await globalThis.fetch(input, addPassword(input, init));
      if (response.status === 429) retryAfterSeconds = readRetryAfter(response);
      if (!response.ok || response.status === 204 || init?.method !== "POST") return response;
      const { status, headers } = response;
      return new Response(dropExpiry(await response.text()), { status, headers });
    },
  };
}

/** Removes `expires_at` from a response with a session, because the client's clock may differ from the server's. */
function dropExpiry(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (key, value) => (key === "expires_at" ? undefined : value));
  } catch {
    return text;
  }
}

/** Returns the access tokens of the session of `auth`. Its methods throw an ApiError if a refresh fails temporarily. */
export function createSessionTokens(auth: GoTrueClient): TokenSource {
  return {
    async getToken() {
      const { data, error } = await auth.getSession();
      return toAccessToken(data.session, error);
    },
    async renewToken() {
      const { data, error } = await auth.refreshSession();
      // Another tab has refreshed the session first: its token is the new one.
      if (isAuthRefreshDiscardedError(error)) return this.getToken();
      // The client keeps a session until its access token expires. This ends it now, because both tokens were rejected.
      if (error && !isAuthRetryableFetchError(error) && !isAuthSessionMissingError(error)) {
        await auth.signOut({ scope: "local" });
      }
      return toAccessToken(data.session, error);
    },
  };
}

/**
 * Returns the access token of a session, null without one. Throws an ApiError if the service is unavailable or does not
 * respond, because the user is still signed in then.
 */
function toAccessToken(session: { access_token: string } | null, error: AuthError | null): string | null {
  if (error && isAuthRetryableFetchError(error)) {
    throw error.status ? new ApiError("database_unavailable", error.status) : createNoResponseError();
  }
  return session?.access_token ?? null;
}

/**
 * Calls a route of the authentication service that its client does not know, as the signed-in user. @throws AuthError
 */
export async function callAuth<Answer>(
  { auth, transport }: AuthConnection,
  method: "GET" | "DELETE",
  path: string,
  body?: object,
): Promise<Answer> {
  const { data, error } = await auth.getSession();
  if (error) throw error;
  if (!data.session) throw new AuthSessionMissingError();
  const headers = {
    Authorization: `Bearer ${data.session.access_token}`,
    "X-Supabase-Api-Version": authApiVersion,
    ...(body && { "Content-Type": "application/json" }),
  };
  const response = await transport
    .fetch(authPath + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    .catch((reason) => {
      throw new AuthRetryableFetchError(String(reason), 0);
    });
  if (!response.ok) throw await toAuthError(response);
  return response.status === 204 ? (null as Answer) : response.json();
}

/** Returns the error of a failed response, as the authentication client creates it for its own calls. */
async function toAuthError(response: Response) {
  const { code, message } = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  if (response.status >= 500) return new AuthRetryableFetchError(message ?? "", response.status);
  if (code === "session_not_found") return new AuthSessionMissingError();
  if (!code) return new AuthUnknownError(message ?? "", response);
  return new AuthApiError(message ?? "", response.status, code);
}
