import type { Client } from "./account-events.ts";
import { type Account, accountColumns, accountOf } from "./accounts.ts";
import { type Database, sql } from "./database.ts";
import { isOutlived, type SessionLimits } from "./session-limits.ts";
import { endSessionsQuery } from "./sessions.ts";

/** What came of presenting a refresh token. */
export type Exchange =
  | { outcome: "exchanged"; account: Account; sessionId: string; successorHash: string }
  | { outcome: "not_found" | "already_used" | "expired" };

/**
 * Exchanges a refresh token for its successor. Until the successor has been exchanged itself, however late, the token
 * before it is good and has the same successor again, so that neither a lost answer nor many tabs at once sign anybody
 * out. From then on it shows that two parties hold the chain, as every older one does, and ends the session. So does a
 * token that comes after the session's time. Calls with an access token say nothing about the chain: they may be another
 * tab's, while the answer to this one was lost.
 */
export async function exchangeRefreshToken(
  database: Database,
  {
    tokenHash,
    successorHash,
    client,
    limits,
  }: { tokenHash: string; successorHash: string; client: Client; limits: SessionLimits },
): Promise<Exchange> {
  const presented = sql`
    sessions.id = (select session_id from refresh_tokens where token_hash = decode(${tokenHash}, 'hex'))`;
  const reused = sql`exists (
    select from refresh_tokens child
    where child.parent_hash = decode(${tokenHash}, 'hex') and child.superseded_at is not null
  )`;
  const results = await database.run({ service: "auth" }, [
    // Exchanges of one session take turns here; every statement below sees what the one before it left.
    sql`select id from sessions where ${presented} for update`,
    endSessionsQuery(client, "session_ended", sql`${presented} and ${isOutlived(limits)}`),
    sql`
      insert into refresh_tokens (token_hash, session_id, parent_hash)
      select decode(${successorHash}, 'hex'), session_id, token_hash
      from refresh_tokens join sessions on sessions.id = session_id
      where token_hash = decode(${tokenHash}, 'hex') and superseded_at is null and ended_at is null`,
    sql`
      update sessions
      set last_used_at = now(), city = coalesce(${client.city}, city), country = coalesce(${client.country}, country)
      where ended_at is null and ${presented} and not ${reused}`,
    sql`
      update refresh_tokens parent set superseded_at = clock_timestamp()
      where token_hash = decode(${tokenHash}, 'hex') and superseded_at is null
        and exists (select from refresh_tokens child where child.parent_hash = parent.token_hash)`,
    endSessionsQuery(client, "refresh_reused", sql`${presented} and ${reused}`),
    sql`
      select ${accountColumns},
        sessions.id as session_id, ended_at is null as living, ${isOutlived(limits)} as outlived,
        token.superseded_at is not null as used,
        encode(child.token_hash, 'hex') as successor_hash
      from refresh_tokens token
        join sessions on sessions.id = token.session_id
        join accounts on accounts.id = sessions.account_id
        left join refresh_tokens child on child.parent_hash = token.token_hash
      where token.token_hash = decode(${tokenHash}, 'hex')`,
  ]);
  const [row] = results.at(-1) ?? [];
  if (!row) return { outcome: "not_found" };
  if (!row.living) {
    if (row.outlived) return { outcome: "expired" };
    return { outcome: row.used ? "already_used" : "not_found" };
  }
  return {
    outcome: "exchanged",
    account: accountOf(row),
    sessionId: row.session_id as string,
    successorHash: row.successor_hash as string,
  };
}
