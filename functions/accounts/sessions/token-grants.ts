import type { Context } from "hono";
import * as v from "valibot";
import { AuthError } from "#functions/accounts/auth-error.ts";
import { recordFailure } from "#functions/accounts/events.ts";
import { createPasswordAttempt, missingCredentials, takeHashingTurn } from "#functions/accounts/input.ts";
import { type Attempt, chargeAttempt, hasPassed, openAuthService } from "#functions/accounts/limits/store.ts";
import { AccountRefusal, type AccountRefusalCode } from "#functions/accounts/refusals.ts";
import { pendingPasswordQuery } from "#functions/accounts/sign-up/one-time-tokens.ts";
import {
  type Account,
  type AccountCall,
  accountColumns,
  toAccount,
  toPasswordHash,
} from "#functions/accounts/store.ts";
import { passwordGrantInput, refreshGrantInput } from "#functions/contract/account.schema.ts";
import { toPlainEmail } from "#functions/contract/characters.ts";
import { sha256 } from "#functions/kernel/crypto/digest.ts";
import {
  createMacToken,
  isRefreshToken,
  isTaggedToken,
  tagRefreshToken,
} from "#functions/kernel/crypto/links.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Row, sql } from "#functions/kernel/database/sql.ts";
import { readJson, validate } from "#functions/kernel/http/body.ts";
import type { AppEnv } from "#functions/kernel/http/context.ts";
import { createCallLimit } from "#functions/kernel/http/token-bucket.ts";
import { isExpired } from "./session-limits.ts";
import { createSession, toSessionResponse } from "./session-response.ts";
import { endSessionsQuery, startSession } from "./store.ts";

const checkSignInLimit = createCallLimit();
const checkRefreshLimit = createCallLimit();

/** Reasons after which a token never works again. An unavailable database says nothing about the token. */
const deadReasons: AccountRefusalCode[] = [
  "refresh_token_not_found",
  "refresh_token_already_used",
  "session_expired",
];

/** Hashes of refresh tokens that this isolate has found dead. A dead token never lives again. */
const deadTokens = new Set<string>();
const maxDeadTokens = 10_000;

/** Remembers a dead token in place of the oldest one. */
function noteDeadToken(tokenHash: string): void {
  deadTokens.add(tokenHash);
  const [oldestHash] = deadTokens;
  if (deadTokens.size > maxDeadTokens && oldestHash !== undefined) deadTokens.delete(oldestHash);
}

const invalidCredentials = () => new AuthError(400, "invalid_credentials", "Invalid login credentials");

/**
 * Charges an attempt to sign in and looks the address up. Concurrent attempts pass no more often than sequential ones.
 * @returns the account, null if the address has none; and the password hash of the latest unexpired sign-up with this
 * address, even if its token was never mailed
 * @throws TooManyAttempts
 */
async function findCandidate(database: Database, email: string, attempt: Attempt) {
  const { account, pendingSignUps } = await chargeAttempt({
    transaction: openAuthService(database),
    attempt,
  })({
    account: sql`
      select ${accountColumns}, password_hash
      from accounts where email = ${email} and ${hasPassed(attempt)}`,
    pendingSignUps: pendingPasswordQuery(email),
  });
  return {
    existingAccount: firstRow(account, (row) => ({
      account: toAccount(row),
      passwordHash: toPasswordHash(row),
    })),
    pendingHash: firstRow(pendingSignUps, toPasswordHash),
  };
}

/**
 * Signs in with an address and a password. Known and unknown addresses take the same steps and the same time. Only a
 * caller with the password of a sign-up gets `email_not_confirmed`, even if that sign-up was for a confirmed address.
 * @throws AuthError validation_failed, phone_provider_disabled, invalid_credentials, email_not_confirmed,
 * over_request_rate_limit if too many password hashes wait
 * @throws TooManyAttempts
 */
export async function passwordGrant(c: Context<AppEnv>) {
  const { email: submittedEmail, phone, password } = validate(passwordGrantInput, await readJson(c));
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  if (!submittedEmail) throw missingCredentials();
  checkSignInLimit(c);

  const { database, client, passwords } = c.var;
  // Postgres rejects NUL in text. No account has an address with NUL.
  const email = toPlainEmail(submittedEmail).toLowerCase().toWellFormed().replaceAll("\0", " ");
  const attempt = await createPasswordAttempt(client, email);
  const { existingAccount, pendingHash } = await findCandidate(database, email, attempt);
  await takeHashingTurn(c, 2, attempt);
  const { valid, needsRehash } = passwords.verifyPassword(password, existingAccount?.passwordHash ?? null);
  if (!existingAccount || !valid || !existingAccount.account.email_confirmed_at) {
    const pendingPassword = passwords.verifyPassword(password, pendingHash);
    const accountId = existingAccount?.account.id ?? null;
    await recordFailure(c.var, attempt, "passwords", { accountId });
    if (valid || pendingPassword.valid)
      throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    throw invalidCredentials();
  }

  const session = await createSession(c.var.environment.signingKeys);
  const account = await startSession(database, {
    ...session,
    accountId: existingAccount.account.id,
    passwordHash: existingAccount.passwordHash,
    renewedHash: needsRehash ? passwords.hashPassword(password) : null,
    client,
    attempt,
  });
  if (!account) throw invalidCredentials();
  return toSessionResponse(c, { account, ...session });
}

/** The successor of a refresh token, with its account and session. */
type Exchange = { account: Account; sessionId: string; successorHash: string };

const toPresentedToken = rowParser(
  v.variant("active", [
    v.object({ active: v.literal(false), expired: v.boolean(), is_superseded: v.boolean() }),
    v.object({ active: v.literal(true), session_id: v.string(), successor_hash: v.string() }),
  ]),
);

/**
 * Returns the outcome of an exchange from the row of the presented refresh token, as the transaction has left it.
 * @throws Refusal session_expired, refresh_token_already_used, refresh_token_not_found if its session has ended
 */
function toExchange(row: Row): Exchange {
  const token = toPresentedToken(row);
  if (token.active) {
    return { account: toAccount(row), sessionId: token.session_id, successorHash: token.successor_hash };
  }
  if (token.expired) throw new AccountRefusal("session_expired");
  throw new AccountRefusal(token.is_superseded ? "refresh_token_already_used" : "refresh_token_not_found");
}

/**
 * Exchanges a refresh token for its successor. Until the successor itself is exchanged, however late, the token stays
 * valid and has the same successor. So neither a lost response nor concurrent tabs sign a user out. Afterwards,
 * presenting the token or an older one ends the session, because two parties hold the chain. A token of an expired
 * session ends it, too. A call with an access token retires no refresh token: another tab may make it after the
 * response was lost.
 * @throws Refusal refresh_token_not_found, refresh_token_already_used, session_expired
 */
async function exchangeRefreshToken(
  { database, client, environment }: Pick<AccountCall, "client" | "database" | "environment">,
  tokenHash: string,
  successorHash: string,
): Promise<Exchange> {
  const isPresentedSession = sql`
    sessions.id = (select session_id from refresh_tokens where token_hash = decode(${tokenHash}, 'hex'))`;
  const isReused = sql`exists (
    select from refresh_tokens child
    where child.parent_hash = decode(${tokenHash}, 'hex') and child.superseded_at is not null
  )`;
  const { presentedToken } = await database.run("auth", {
    // Exchanges of one session take turns here. Every statement sees the changes of the statement before it.
    lock: sql`select id from sessions where ${isPresentedSession} for update`,
    expired: endSessionsQuery(client, sql`${isPresentedSession} and ${isExpired(environment)}`),
    successor: sql`
      insert into refresh_tokens (token_hash, session_id, parent_hash)
      select decode(${successorHash}, 'hex'), session_id, token_hash
      from refresh_tokens join sessions on sessions.id = session_id
      where token_hash = decode(${tokenHash}, 'hex') and superseded_at is null and ended_at is null`,
    use: sql`
      update sessions
      set last_used_at = now(), city = coalesce(${client.city}, city), country = coalesce(${client.country}, country)
      where ended_at is null and ${isPresentedSession} and not ${isReused}`,
    supersede: sql`
      update refresh_tokens parent set superseded_at = clock_timestamp()
      where token_hash = decode(${tokenHash}, 'hex') and superseded_at is null
        and exists (select from refresh_tokens child where child.parent_hash = parent.token_hash)`,
    reuse: endSessionsQuery(client, sql`${isPresentedSession} and ${isReused}`, "refresh_reused"),
    presentedToken: sql`
      select ${accountColumns},
        sessions.id as session_id, ended_at is null as active, ${isExpired(environment)} as expired,
        token.superseded_at is not null as is_superseded,
        encode(child.token_hash, 'hex') as successor_hash
      from refresh_tokens token
        join sessions on sessions.id = token.session_id
        join accounts on accounts.id = sessions.account_id
        left join refresh_tokens child on child.parent_hash = token.token_hash
      where token.token_hash = decode(${tokenHash}, 'hex')`,
  });
  const exchange = firstRow(presentedToken, toExchange);
  if (!exchange) throw new AccountRefusal("refresh_token_not_found");
  return exchange;
}

/**
 * Exchanges a refresh token for a new access token and the next refresh token. No limit counts the edge's own tokens
 * until they are known to be dead. The call limit of a network rejects a flood of dead and invented ones.
 * @throws AuthError validation_failed; Refusal refresh_token_not_found, refresh_token_already_used, session_expired;
 * TooManyAttempts in a flood
 */
export async function refreshTokenGrant(c: Context<AppEnv>) {
  const { refresh_token: token } = validate(refreshGrantInput, await readJson(c));
  if (!token) throw new AuthError(400, "validation_failed", "refresh_token required");
  if (!isRefreshToken(token)) throw new AccountRefusal("refresh_token_not_found");
  const secrets = c.var.environment.signingKeys.all.map(({ refreshSecret }) => refreshSecret);
  const tokenHash = await sha256(token);
  if (deadTokens.has(tokenHash) || !(await isTaggedToken(secrets, token))) checkRefreshLimit(c);

  // A successor is derived from its parent, not random, so that concurrent exchanges of one token have the same outcome
  // and no token text is stored. Every key derives one, because an earlier exchange may precede a rotation of the keys.
  const successors = await Promise.all(
    secrets.map(async (secret) => tagRefreshToken(secret, await createMacToken(secret, token))),
  );
  const hashes = await Promise.all(successors.map(sha256));
  const exchange = await exchangeRefreshToken(c.var, tokenHash, hashes[0] as string).catch((error) => {
    if (error instanceof AccountRefusal && deadReasons.includes(error.code)) noteDeadToken(tokenHash);
    throw error;
  });
  const refreshToken = successors[hashes.indexOf(exchange.successorHash)];
  if (!refreshToken) throw new AccountRefusal("refresh_token_already_used");
  return toSessionResponse(c, { ...exchange, refreshToken });
}
