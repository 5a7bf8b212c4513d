import type { Context } from "hono";
import { base64url } from "jose";
import { type Account, toUserResponse } from "#functions/accounts/store.ts";
import type { SessionResponse } from "#functions/contract/answers.schema.ts";
import { accessTokenLifetimeSeconds, issueAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import type { SigningKeys } from "#functions/kernel/crypto/keys.ts";
import { tagRefreshToken } from "#functions/kernel/crypto/links.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { toIssuer } from "#functions/kernel/http/session.ts";

/** Creates the first refresh token of a session: 256 random bits and their tag, base64url. */
export const createRefreshToken = (secret: CryptoKey): Promise<string> =>
  tagRefreshToken(secret, base64url.encode(crypto.getRandomValues(new Uint8Array(32))));

/** Creates the id and the first refresh token of a session. The caller stores the hash; the client gets the token. */
export async function createSession({ signing }: SigningKeys) {
  const refreshToken = await createRefreshToken(signing.refreshSecret);
  return { sessionId: crypto.randomUUID(), refreshToken, refreshTokenHash: await sha256(refreshToken) };
}

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
