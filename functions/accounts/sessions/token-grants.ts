import type { Context } from "hono";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { createPasswordAttempt, missingCredentials, takeHashingTurn } from "#functions/accounts/input.ts";
import { toAttempt } from "#functions/accounts/limits/store.ts";
import { passwordGrantInput, refreshGrantInput } from "#functions/contract/account.schema.ts";
import { toPlainEmail } from "#functions/contract/characters.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import { readClient } from "#functions/kernel/http/client.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { exchangeRefreshToken } from "./refresh-store.ts";
import {
  createRefreshToken,
  deriveSuccessor,
  isRefreshToken,
  toSessionResponse,
} from "./session-response.ts";
import { findCandidate, recordFailure } from "./sign-in.ts";
import { startSession } from "./store.ts";

const checkSignInLimit = createCallLimit();
const checkRefreshLimit = createCallLimit();

const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");

/**
 * Signs in with an address and a password. Known and unknown addresses take the same steps and the same time. Only a
 * caller who knows the password of the sign-up learns that an address is unconfirmed.
 * @throws AuthError validation_failed, phone_provider_disabled, invalid_credentials, email_not_confirmed
 * @throws TooManyAttempts
 */
export async function passwordGrant(c: Context<AppEnv>) {
  const { email: submittedEmail, phone, password } = validate(passwordGrantInput, await readJson(c));
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  if (!submittedEmail) throw missingCredentials();
  checkSignInLimit(c);

  const { database, passwords } = c.var;
  const client = readClient(c);
  // Postgres rejects NUL in text. No account has an address with NUL.
  const email = toPlainEmail(submittedEmail).toLowerCase().toWellFormed().replaceAll("\0", " ");
  const attempt = await createPasswordAttempt(client, email);
  const { known: existingAccount, pendingHash } = await findCandidate(database, email, attempt);
  await takeHashingTurn(c, 2, toAttempt(attempt));
  const { valid, needsRehash } = passwords.verifyPassword(password, existingAccount?.passwordHash ?? null);
  if (!existingAccount || !valid || !existingAccount.account.emailConfirmedAt) {
    const pendingPassword = passwords.verifyPassword(password, pendingHash);
    await recordFailure(database, client, { accountId: existingAccount?.account.id ?? null, attempt });
    if (valid || pendingPassword.valid)
      throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    throw invalidCredentials();
  }

  const sessionId = crypto.randomUUID();
  const refreshToken = createRefreshToken();
  const account = await startSession(database, {
    sessionId,
    accountId: existingAccount.account.id,
    passwordHash: existingAccount.passwordHash,
    renewedHash: needsRehash ? passwords.hashPassword(password) : null,
    refreshTokenHash: await sha256(refreshToken),
    client,
    attempt,
  });
  if (!account) throw invalidCredentials();
  return toSessionResponse(c, { account, sessionId, refreshToken });
}

/**
 * Exchanges a refresh token for a new access token and the next refresh token. No attempt limit counts exchanges; only
 * the call limit of a network rejects a flood.
 * @throws AuthError validation_failed; Refusal refresh_token_not_found, refresh_token_already_used, session_expired;
 * TooManyAttempts in a flood
 */
export async function refreshTokenGrant(c: Context<AppEnv>) {
  const { refresh_token: token } = validate(refreshGrantInput, await readJson(c));
  if (!token) throw new AuthError(400, "validation_failed", "refresh_token required");
  if (!isRefreshToken(token)) throw new Refusal("refresh_token_not_found");
  checkRefreshLimit(c);

  // Every key derives a successor, because an earlier exchange may precede a rotation of the keys.
  const successors = await Promise.all(
    c.var.environment.signingKeys.all.map(({ refreshSecret }) => deriveSuccessor(refreshSecret, token)),
  );
  const hashes = await Promise.all(successors.map(sha256));
  const exchange = await exchangeRefreshToken(c.var.database, {
    tokenHash: await sha256(token),
    successorHash: hashes[0] as string,
    client: readClient(c),
    limits: c.var.environment,
  });
  const refreshToken = successors[hashes.indexOf(exchange.successorHash)];
  if (!refreshToken) throw new Refusal("refresh_token_already_used");
  return toSessionResponse(c, { ...exchange, refreshToken });
}
