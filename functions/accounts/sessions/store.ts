import * as v from "valibot";
import { eventQuery, eventsQuery } from "#functions/accounts/events.ts";
import { type Attempt, settleQueries } from "#functions/accounts/limits/store.ts";
import {
  type Account,
  type AccountCall,
  accountColumns,
  lockAccountsQuery,
  toAccount,
} from "#functions/accounts/store.ts";
import type { OwnSession } from "#functions/contract/answers.schema.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, instant, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { isActive, isOwnActiveSession, isSignedIn } from "./session-limits.ts";

/** A session to start. `passkeyId` is the passkey that signs in. */
export type NewSession = {
  sessionId: string;
  refreshTokenHash: string;
  client: Client;
  passkeyId?: string;
};

/** The period after a recovery or an accepted invitation in which the user may set a password without the current one. */
const recoveryPeriod = sql`interval '15 minutes'`;

/**
 * Returns the statements that start a session with its first refresh token. `signIn` selects the `account_id` and the
 * `method` of the sign-in. Without a row, no session starts.
 */
export const startSessionQueries = (
  { sessionId, refreshTokenHash, client, passkeyId }: NewSession,
  signIn: Query,
): Query[] => [
  sql`
    insert into sessions
      (id, account_id, method, passkey_id, verified_at, recovery_until, user_agent, city, country)
    select ${sessionId}::uuid, account_id, method, ${passkeyId ?? null}::uuid,
      case when method in ('passkey', 'recovery_code') then now() end,
      case when method in ('recovery', 'invite') then now() + ${recoveryPeriod} end,
      ${client.userAgent}, ${client.city}, ${client.country}
    from (${signIn}) sign_in`,
  sql`
    insert into refresh_tokens (token_hash, session_id)
    select decode(${refreshTokenHash}, 'hex'), id from sessions where id = ${sessionId}`,
  sql`
    update accounts set last_sign_in_at = now()
    where id = (select account_id from sessions where id = ${sessionId})`,
];

/** Returns the statement that writes the start of a session to the audit. */
export const signedInQuery = (
  { sessionId, client }: NewSession,
  accountId: string,
  method: "password" | "passkey" | "recovery_code",
): Query =>
  eventQuery(client, { kind: "signed_in", accountId, sessionId, detail: { method } }, isStarted(sessionId));

/** Returns a SQL condition that is true once the session has started. */
export const isStarted = (sessionId: string): Query =>
  sql`exists (select from sessions where id = ${sessionId})`;

/** Selects the account of a started session, or no row if it has not started. */
export const startedAccountQuery = (sessionId: string): Query => sql`
  select ${accountColumns}
  from accounts join sessions on account_id = accounts.id where sessions.id = ${sessionId}`;

type PasswordSession = NewSession & {
  accountId: string;
  /** The hash that the password was verified against. If it has changed since, no session starts. */
  passwordHash: string;
  /** A hash with the current parameters that replaces an outdated one. */
  renewedHash: string | null;
  /** The attempt that verified the password. A started session deletes the attempts of the account. */
  attempt: Attempt;
};

/**
 * Starts a session after a sign-in with a password, and replaces a hash with outdated parameters. Returns null if the
 * password has changed since it was verified.
 */
export async function startSession(database: Database, session: PasswordSession): Promise<Account | null> {
  const { sessionId, accountId, passwordHash, renewedHash, attempt } = session;
  const { account } = await database.run("auth", {
    settle: settleQueries(attempt),
    lock: lockAccountsQuery(sql`id = ${accountId}`),
    session: startSessionQueries(
      session,
      sql`
        select id as account_id, 'password' as method
        from accounts where id = ${accountId} and password_hash = ${passwordHash}`,
    ),
    hash:
      renewedHash === null
        ? undefined
        : sql`
            update accounts set password_hash = ${renewedHash}
            where id = ${accountId} and ${isStarted(sessionId)}`,
    event: signedInQuery(session, accountId, "password"),
    account: startedAccountQuery(sessionId),
  });
  return firstRow(account, toAccount);
}

/** Returns the statement that ends the sessions that match the condition, with an audit event for each. */
export const endSessionsQuery = (
  client: Client,
  condition: Query,
  kind: "session_ended" | "signed_out" | "refresh_reused" = "session_ended",
): Query =>
  eventsQuery(
    client,
    kind,
    sql`
      update sessions set ended_at = now()
      where ended_at is null and ${condition}
      returning account_id, id as session_id`,
  );

const toSession = rowParser(
  v.object({
    id: v.string(),
    user_agent: v.nullable(v.string()),
    city: v.nullable(v.string()),
    country: v.nullable(v.string()),
    created_at: instant,
    last_used_at: instant,
    idle_seconds: v.number(),
    current: v.boolean(),
  }),
);

/** Returns the active sessions of the signed-in user, last used first. @throws Refusal unauthenticated */
export async function listSessions({ authorized, caller, environment }: AccountCall): Promise<OwnSession[]> {
  const { sessions } = await authorized({
    sessions: sql`
      select id, user_agent, city, country, created_at, last_used_at,
        floor(extract(epoch from now() - last_used_at))::integer as idle_seconds, id = ${caller.sessionId} as current
      from sessions where account_id = ${caller.accountId} and ${isActive(environment)}
      order by last_used_at desc, id`,
  });
  return sessions.map(toSession);
}

/**
 * Ends a session of the signed-in user.
 * @throws Refusal unauthenticated, passkey_required, missing if it is not the user's or has ended
 */
export async function endOwnSession(
  { authorized, caller, client, environment }: AccountCall,
  endedSessionId: string,
): Promise<void> {
  const isOwnSession = sql`id = ${endedSessionId} and account_id = ${caller.accountId}`;
  const { callerSessions, session } = await authorized({
    callerSessions: sql`select id from sessions where ${isOwnActiveSession(caller, environment)}`,
    session: sql`select id from sessions where ${isOwnSession} and ${isActive(environment)} for update`,
    ended: endSessionsQuery(client, sql`${isOwnSession} and ${isSignedIn(caller, environment)}`),
  });
  if (callerSessions.length === 0) throw new Refusal("unauthenticated");
  if (session.length === 0) throw new Refusal("missing");
}

/** The sessions that a sign-out ends: all of the account, the caller's, or all but the caller's. */
export const signOutScopes = ["global", "local", "others"] as const;
export type SignOutScope = (typeof signOutScopes)[number];

/**
 * Ends all sessions of the account, the caller's alone, or all others (`scope`). Their access tokens are rejected at
 * once.
 * @throws Refusal unauthenticated, passkey_required
 */
export async function endSessions(
  { authorized, caller, client, environment }: AccountCall,
  scope: SignOutScope,
): Promise<void> {
  const { accountId, sessionId } = caller;
  const { callerSessions } = await authorized({
    // Sign-outs of one account take turns here, so that none sees a partial result.
    lock: lockAccountsQuery(sql`id = ${accountId}`),
    callerSessions: sql`select id from sessions where ${isOwnActiveSession(caller, environment)} for update`,
    // Expired sessions end, too, so that a longer lifetime set later does not revive them.
    ended: endSessionsQuery(
      client,
      sql`
        account_id = ${accountId} and (${scope} = 'global' or (id = ${sessionId}) = (${scope} = 'local'))
        and ${isSignedIn(caller, environment)}`,
      "signed_out",
    ),
  });
  if (callerSessions.length === 0) throw new Refusal("unauthenticated");
}
