import type { Context } from "hono";
import { base64url } from "jose";
import { toUserResponse } from "#functions/accounts/own-account/user-response.ts";
import type { Account } from "#functions/accounts/store.ts";
import type { SessionResponse } from "#functions/contract/account.ts";
import { accessTokenLifetimeSeconds, issueAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { toIssuer } from "#functions/kernel/http/session.ts";
import type { ListedSession } from "./own-sessions.ts";

/** Creates the first refresh token of a session: 256 random bits, base64url. */
export function createRefreshToken(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * Returns the successor of the refresh token `parent` (HMAC-SHA-256, base64url). It is derived, not random, so that
 * concurrent exchanges of one token have the same outcome and no token text is stored.
 */
export async function deriveSuccessor(secret: CryptoKey, parent: string): Promise<string> {
  return base64url.encode(
    new Uint8Array(await crypto.subtle.sign("HMAC", secret, new TextEncoder().encode(parent))),
  );
}

/** Returns whether a text has the form of a refresh token. Other texts cost no database call. */
export const isRefreshToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** Returns a session as the list of the account shows it. `isCurrent` marks the session of the request. */
export const toListedSession = (session: ListedSession, isCurrent: boolean) => ({
  id: session.id,
  user_agent: session.userAgent,
  city: session.city,
  country: session.country,
  created_at: session.createdAt,
  last_used_at: session.lastUsedAt,
  idle_seconds: session.idleSeconds,
  current: isCurrent,
});

type Session = { account: Account; sessionId: string; refreshToken: string };

/** Returns a session in the format of Supabase Auth, with a new access token. */
export async function toSessionResponse(
  c: Context<AppEnv>,
  { account, sessionId, refreshToken }: Session,
): Promise<SessionResponse> {
  const { environment } = c.var;
  const { token, expiresAt } = await issueAccessToken(environment.signingKeys, toIssuer(environment), {
    accountId: account.id,
    sessionId,
    email: account.email,
  });
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: accessTokenLifetimeSeconds,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toUserResponse(account),
  };
}
