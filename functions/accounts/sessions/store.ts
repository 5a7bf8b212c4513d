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

/** A session that begins with more than a password. */
export type VerifiedSession = {
  sessionId: string;
  refreshTokenHash: string;
  client: Client;
} & ({ method: "passkey"; passkeyId: string } | { method: "recovery_code" });

/** Starts a session of the account that `accounts` selects as `account_id`, if it selects one. */
export const verifiedSessionQueries = (
  { sessionId, refreshTokenHash, client, ...by }: VerifiedSession,
  accountId: string,
  accounts: Query,
): Query[] => [
  sql`
    insert into sessions (id, account_id, method, passkey_id, verified_at, user_agent, city, country)
    select ${sessionId}::uuid, account_id, ${by.method}, ${"passkeyId" in by ? by.passkeyId : null}::uuid, now(),
      ${client.userAgent}, ${client.city}, ${client.country}
    from (${accounts}) accounts`,
  firstRefreshTokenQuery(sessionId, refreshTokenHash),
  sql`
    update accounts set last_sign_in_at = now()
    where id = (select account_id from sessions where id = ${sessionId})`,
  eventQuery(
    client,
    { kind: "signed_in", accountId, sessionId, detail: { method: by.method } },
    isStarted(sessionId),
  ),
];

/** Holds once the session has begun. */
export const isStarted = (sessionId: string): Query =>
  sql`exists (select from sessions where id = ${sessionId})`;

/** The account of a session that has begun: no row where it has not. */
export const startedAccountQuery = (sessionId: string): Query => sql`
  select ${accountColumns}
  from accounts join sessions on account_id = accounts.id where sessions.id = ${sessionId}`;

/** Gives a session that has begun its first refresh token. */
export const firstRefreshTokenQuery = (sessionId: string, hash: string): Query => sql`
  insert into refresh_tokens (token_hash, session_id)
  select decode(${hash}, 'hex'), id from sessions where id = ${sessionId}`;

export type NewSession = {
  sessionId: string;
  accountId: string;
  /** The hash that the password was verified against: if it has been changed since, no session starts. */
  passwordHash: string;
  /** A hash with today's parameters, to replace it. */
  renewedHash: string | null;
  refreshTokenHash: string;
  client: Client;
  /** What verifying the password was counted as; the account's own attempts are forgotten now. */
  attempt: PasswordAttempt;
};

/** Starts a session with its first refresh token; null when the password is no longer the one that was verified. */
export async function startSession(database: Database, session: NewSession): Promise<Account | null> {
  const { sessionId, accountId, client, attempt } = session;
  const started = sql`exists (select from sessions where id = ${sessionId})`;
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
        started,
      ),
      settle: settleQueries(attempt),
    },
  );
  return firstRow(account, toAccount);
}

/** After a password was right: the network gets this attempt back, the account all of them. */
export function settleQueries(
  { id, account, network }: PasswordAttempt,
  condition: Query = sql`true`,
): Query[] {
  return [...network.map((limit) => refundQuery(limit, id, condition)), forgetQuery(account, condition)];
}

/** Ends the living sessions that the condition names, and writes so into the audit. */
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

/** Which sessions a sign-out ends: every one of the account, the caller's, or all but the caller's. */
export const signOutScopes = ["global", "local", "others"] as const;
export type SignOutScope = (typeof signOutScopes)[number];

/** Signs the caller out; the access tokens of the ended sessions are refused at once. @throws Refusal unauthenticated, passkey_required */
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
  const { living } = await database.run(
    { service: "auth" },
    {
      // Sign-outs of one account take turns here, so that none of them sees the other's half.
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      living: sql`select id from sessions where ${isLivingSession(caller, limits)} for update`,
      // Those that have outlived their time end, too: a longer time that is set later must not bring them back.
      ended: endSessionsQuery(
        client,
        "signed_out",
        sql`
          account_id = ${accountId} and (${scope} = 'global' or (id = ${sessionId}) = (${scope} = 'local'))
          and ${isSignedIn(caller, limits)}`,
      ),
    },
  );
  if (living.length === 0) throw new Refusal("unauthenticated");
}
