import type { Context } from "hono";
import * as v from "valibot";
import { accessTokenLifetime, issueAccessToken } from "../auth/access-tokens.ts";
import { AuthError } from "../auth/auth-error.ts";
import { sha256 } from "../auth/digest.ts";
import { createRefreshToken, deriveSuccessor } from "../auth/refresh-tokens.ts";
import type { AppEnv } from "../context.ts";
import { type Account, findAccount } from "../data/accounts.ts";
import { exchangeRefreshToken } from "../data/refresh-tokens.ts";
import { startSession } from "../data/sessions.ts";
import { readJson, validate } from "../middleware/body.ts";
import { issuerOf } from "../middleware/session.ts";
import { wireUser } from "./wire-user.ts";

type Session = { account: Account; sessionId: string; refreshToken: string };

async function wireSession(c: Context<AppEnv>, { account, sessionId, refreshToken }: Session) {
  const { environment } = c.var;
  const { token, expiresAt } = await issueAccessToken(environment.signingKeys, issuerOf(environment), {
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
    user: wireUser(account),
  };
}

// Clients add members of their own, such as gotrue_meta_security: they are let pass.
const passwordBody = v.object({
  email: v.optional(v.string(), ""),
  phone: v.optional(v.string(), ""),
  password: v.optional(v.string(), ""),
});
const refreshBody = v.object({ refresh_token: v.optional(v.string(), "") });

const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");

/**
 * Signs in with an address and a password. A known and an unknown address go the same way and take the same time.
 * @throws AuthError validation_failed, phone_provider_disabled, invalid_credentials, email_not_confirmed
 */
export async function passwordGrant(c: Context<AppEnv>) {
  const { email, phone, password } = validate(passwordBody, await readJson(c));
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  if (!email) throw new AuthError(400, "validation_failed", "missing email or phone");

  const { database, passwords } = c.var;
  // Postgres cannot take NUL in text; an address that has one is nobody's.
  const known = await findAccount(database, email.trim().toLowerCase().replaceAll("\0", " "));
  const { valid, needsRehash } = passwords.verifyPassword(password, known?.passwordHash ?? null);
  if (!known || !valid) throw invalidCredentials();
  if (!known.account.emailConfirmedAt) throw new AuthError(400, "email_not_confirmed", "Email not confirmed");

  const sessionId = crypto.randomUUID();
  const refreshToken = createRefreshToken();
  const account = await startSession(database, {
    sessionId,
    accountId: known.account.id,
    passwordHash: known.passwordHash,
    renewedHash: needsRehash ? passwords.hashPassword(password) : null,
    refreshTokenHash: await sha256(refreshToken),
    userAgent: [...(c.req.header("User-Agent") ?? "")].slice(0, 500).join("") || null,
  });
  if (!account) throw invalidCredentials();
  return wireSession(c, { account, sessionId, refreshToken });
}

const refused = {
  not_found: () =>
    new AuthError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"),
  already_used: () => new AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"),
};

/**
 * Exchanges a refresh token for a new access token and the next refresh token.
 * @throws AuthError validation_failed, refresh_token_not_found, refresh_token_already_used
 */
export async function refreshTokenGrant(c: Context<AppEnv>) {
  const { refresh_token: token } = validate(refreshBody, await readJson(c));
  if (!token) throw new AuthError(400, "validation_failed", "refresh_token required");

  // One successor for each key: an earlier exchange may have been made before the keys were rotated.
  const successors = await Promise.all(
    c.var.environment.signingKeys.all.map(({ refreshSecret }) => deriveSuccessor(refreshSecret, token)),
  );
  const hashes = await Promise.all(successors.map(sha256));
  const exchange = await exchangeRefreshToken(c.var.database, {
    tokenHash: await sha256(token),
    successorHash: hashes[0] as string,
  });
  if (exchange.outcome !== "exchanged") throw refused[exchange.outcome]();
  const refreshToken = successors[hashes.indexOf(exchange.successorHash)];
  if (!refreshToken) throw refused.already_used();
  return wireSession(c, { ...exchange, refreshToken });
}
