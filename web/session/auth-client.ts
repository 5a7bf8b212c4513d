import {
  type AuthError,
  GoTrueClient,
  isAuthRefreshDiscardedError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
} from "@supabase/auth-js";
import { authPath } from "#functions/contract/account.ts";
import { ApiError } from "#web/api/api-error.ts";
import { noAnswer, type TokenSource } from "#web/api/client.ts";
import { sessionKey } from "./account-hint.ts";
import { type AuthFetch, authFetch } from "./auth-fetch.ts";

export type AuthConnection = { auth: GoTrueClient; transport: AuthFetch };

let connection: AuthConnection | undefined;

/**
 * The browser's one client of the authentication service (the wire protocol of Supabase Auth). It keeps the
 * session in local storage, refreshes it by itself and tells other tabs. Only private pages load it.
 */
export function authConnection(): AuthConnection {
  connection ??= connect();
  return connection;
}

function connect(): AuthConnection {
  const transport = authFetch();
  const auth = new GoTrueClient({
    url: authPath,
    fetch: transport.fetch,
    storageKey: sessionKey,
    persistSession: true,
    autoRefreshToken: true,
    // Links in mails are spent by a click on the page, never by opening it.
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
  });
  // The client answers for a minute as it did last; without a network that was no answer of the service. It forgets that before anyone asks for
  // something because the network is back.
  const forget = () => Object.assign(auth, { lastRefreshFailure: null });
  addEventListener("online", forget, { capture: true });
  return { auth, transport };
}

/** The access tokens of the session that `auth` holds. @throws ApiError when the session could not be refreshed just now */
export function sessionTokens(auth: GoTrueClient): TokenSource {
  return {
    async current() {
      const { data, error } = await auth.getSession();
      return toAccessToken(data.session, error);
    },
    async renewed() {
      const { data, error } = await auth.refreshSession();
      // Another tab was faster: its token is the new one.
      if (isAuthRefreshDiscardedError(error)) return this.current();
      // The client keeps a session until its access token expires; one that is refused at both ends is over now.
      if (error && !isAuthRetryableFetchError(error) && !isAuthSessionMissingError(error)) {
        await auth.signOut({ scope: "local" });
      }
      return toAccessToken(data.session, error);
    },
  };
}

// A refresh without an answer keeps the session: the visitor is still signed in.
function toAccessToken(session: { access_token: string } | null, error: AuthError | null): string | null {
  if (error && isAuthRetryableFetchError(error)) {
    throw error.status ? new ApiError("database_unavailable", error.status) : noAnswer();
  }
  return session?.access_token ?? null;
}
