import { eventQuery, eventsQuery } from "#functions/accounts/events.ts";
import { forgetQuery, type PasswordAttempt, refundQuery } from "#functions/accounts/limits/store.ts";
import { type Account, accountColumns, lockAccountsQuery, toAccount } from "#functions/accounts/store.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow } from "#functions/kernel/database/rows.ts";
import {
  isLivingSession,
  isSignedIn,
  type SessionLimits,
} from "#functions/kernel/database/session-limits.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";

/** A session that starts with a passkey or a recovery code. */
export type VerifiedSession = {
  sessionId: string;
  refreshTokenHash: string;
  client: Client;
} & ({ method: "passkey"; passkeyId: string } | { method: "recovery_code" });

/** Returns the statements that start a session of the account that `accounts` selects as `account_id`, if any. */
export const verifiedSessionQueries = (
  { sessionId, refreshTokenHash, client, ...proof }: VerifiedSession,
  accountId: string,
  accounts: Query,
): Query[] => [
  sql`
    insert into sessions (id, account_id, method, passkey_id, verified_at, user_agent, city, country)
    select ${sessionId}::uuid, account_id, ${proof.method}, ${"passkeyId" in proof ? proof.passkeyId : null}::uuid, now(),
      ${client.userAgent}, ${client.city}, ${client.country}
    from (${accounts}) accounts`,
  firstRefreshTokenQuery(sessionId, refreshTokenHash),
  sql`
    update accounts set last_sign_in_at = now()
    where id = (select account_id from sessions where id = ${sessionId})`,
  eventQuery(
    client,
    { kind: "signed_in", accountId, sessionId, detail: { method: proof.method } },
    isStarted(sessionId),
  ),
];

/** Returns a SQL condition that is true once the session has started. */
export const isStarted = (sessionId: string): Query =>
  sql`exists (select from sessions where id = ${sessionId})`;

/** Selects the account of a started session, or no row if it has not started. */
export const startedAccountQuery = (sessionId: string): Query => sql`
  select ${accountColumns}
  from accounts join sessions on account_id = accounts.id where sessions.id = ${sessionId}`;

/** Returns the statement that gives a started session its first refresh token. */
export const firstRefreshTokenQuery = (sessionId: string, hash: string): Query => sql`
  insert into refresh_tokens (token_hash, session_id)
  select decode(${hash}, 'hex'), id from sessions where id = ${sessionId}`;

export type NewSession = {
  sessionId: string;
  accountId: string;
  /** The hash that the password was verified against. If it has changed since, no session starts. */
  passwordHash: string;
  /** A hash with the current parameters that replaces an outdated one. */
  renewedHash: string | null;
  refreshTokenHash: string;
  client: Client;
  /** The attempt that verified the password. A started session deletes the attempts of the account. */
  attempt: PasswordAttempt;
};

/** Starts a session with its first refresh token. Returns null if the password changed after its verification. */
export async function startSession(database: Database, session: NewSession): Promise<Account | null> {
  const { sessionId, accountId, client, attempt } = session;
  const isSessionStarted = sql`exists (select from sessions where id = ${sessionId})`;
  const { account } = await database.run(
    { service: "auth" },
    {
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      session: sql`
      insert into sessions (id, account_id, user_agent, city, country)
      select ${sessionId}::uuid, id, ${client.userAgent}, ${client.city}, ${client.country}
      from accounts where id = ${accountId} and password_hash = ${session.passwordHash}`,
      refreshToken: firstRefreshTokenQuery(sessionId, session.refreshTokenHash),
      account: sql`
      update accounts
      set last_sign_in_at = now(), password_hash = coalesce(${session.renewedHash}, password_hash)
      where id = (select account_id from sessions where id = ${sessionId})
      returning ${accountColumns}`,
      event: eventQuery(
        client,
        { kind: "signed_in", accountId, sessionId, detail: { method: "password" } },
        isSessionStarted,
      ),
      settle: settleQueries(attempt),
    },
  );
  return firstRow(account, toAccount);
}

/** Returns the statements after a correct password: refund the network's limits, delete the account's attempts. */
export function settleQueries(
  { id, account, network }: PasswordAttempt,
  condition: Query = sql`true`,
): Query[] {
  return [...network.map((limit) => refundQuery(limit, id, condition)), forgetQuery(account, condition)];
}

/** Returns the statement that ends the sessions that match the condition, with an audit event for each. */
export const endSessionsQuery = (
  client: Client,
  kind: "session_ended" | "signed_out" | "refresh_reused",
  condition: Query,
): Query =>
  eventsQuery(
    client,
    kind,
    sql`
      update sessions set ended_at = now()
      where ended_at is null and ${condition}
      returning account_id, id as session_id`,
  );

/** The sessions that a sign-out ends: all of the account, the caller's, or all but the caller's. */
export const signOutScopes = ["global", "local", "others"] as const;
export type SignOutScope = (typeof signOutScopes)[number];

/**
 * Signs the caller out. The access tokens of the ended sessions are rejected at once.
 * @throws Refusal unauthenticated, passkey_required
 */
export async function endSessions(
  database: Database,
  caller: Caller,
  {
    scope,
    client,
    limits,
    authorised,
  }: { scope: SignOutScope; client: Client; limits: SessionLimits; authorised: Transaction },
): Promise<void> {
  // A session may always end itself.
  if (scope !== "local") await authorised({});
  const { accountId, sessionId } = caller;
  const { living: callerSessions } = await database.run(
    { service: "auth" },
    {
      // Sign-outs of one account take turns here, so that none sees a partial result.
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      living: sql`select id from sessions where ${isLivingSession(caller, limits)} for update`,
      // Expired sessions end, too, so that a longer lifetime set later does not revive them.
      ended: endSessionsQuery(
        client,
        "signed_out",
        sql`
          account_id = ${accountId} and (${scope} = 'global' or (id = ${sessionId}) = (${scope} = 'local'))
          and ${isSignedIn(caller, limits)}`,
      ),
    },
  );
  if (callerSessions.length === 0) throw new Refusal("unauthenticated");
}
