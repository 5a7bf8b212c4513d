import type { Context } from "hono";
import { toUserResponse } from "#functions/accounts/own-account/user-response.ts";
import type { Account } from "#functions/accounts/store.ts";
import type { SessionResponse } from "#functions/contract/account.ts";
import { accessTokenLifetime, issueAccessToken } from "#functions/kernel/crypto/access-tokens.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { toIssuer } from "#functions/kernel/http/session.ts";

type Session = { account: Account; sessionId: string; refreshToken: string };

/** A session as Supabase Auth writes it, with a new access token. */
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
    expires_in: accessTokenLifetime,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: toUserResponse(account),
  };
}
