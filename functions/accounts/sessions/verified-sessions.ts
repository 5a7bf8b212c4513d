import { eventQuery } from "#functions/accounts/events.ts";
import { accountColumns } from "#functions/accounts/store.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { firstRefreshTokenQuery } from "./first-refresh-token.ts";

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
