import * as v from "valibot";
import { type Account, accountColumns, toAccount } from "#functions/accounts/store.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { isOutlived, type SessionLimits } from "#functions/kernel/database/session-limits.ts";
import { type Row, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";
import { endSessionsQuery } from "./store.ts";

/** The successor of a refresh token, with its account and session. */
export type Exchange = { account: Account; sessionId: string; successorHash: string };

const toPresentedToken = rowParser(
  v.variant("living", [
    v.object({ living: v.literal(false), outlived: v.boolean(), used: v.boolean() }),
    v.object({ living: v.literal(true), session_id: v.string(), successor_hash: v.nullable(v.string()) }),
  ]),
);

function toExchange(row: Row): Exchange {
  const token = toPresentedToken(row);
  if (token.living) {
    const { session_id: sessionId, successor_hash: successorHash } = token;
    if (successorHash === null) throw new Refusal("refresh_token_already_used");
    return { account: toAccount(row), sessionId, successorHash };
  }
  if (token.outlived) throw new Refusal("session_expired");
  throw new Refusal(token.used ? "refresh_token_already_used" : "refresh_token_not_found");
}

/**
 * Exchanges a refresh token for its successor. Until the successor itself is exchanged, however late, the token stays
 * valid and has the same successor. So neither a lost response nor concurrent tabs sign a user out. Afterwards, the
 * token and all older tokens show that two parties hold the chain, and presenting one ends the session. A token of an
 * expired session ends it, too. Calls with an access token do not count: another tab may make them after the response
 * was lost.
 * @throws Refusal refresh_token_not_found, refresh_token_already_used, session_expired
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
  const isPresentedSession = sql`
    sessions.id = (select session_id from refresh_tokens where token_hash = decode(${tokenHash}, 'hex'))`;
  const isReused = sql`exists (
    select from refresh_tokens child
    where child.parent_hash = decode(${tokenHash}, 'hex') and child.superseded_at is not null
  )`;
  const { presentedToken } = await database.run(
    { service: "auth" },
    {
      // Exchanges of one session take turns here. Every statement sees the changes of the statement before it.
      lock: sql`select id from sessions where ${isPresentedSession} for update`,
      outlived: endSessionsQuery(
        client,
        "session_ended",
        sql`${isPresentedSession} and ${isOutlived(limits)}`,
      ),
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
      reuse: endSessionsQuery(client, "refresh_reused", sql`${isPresentedSession} and ${isReused}`),
      presentedToken: sql`
      select ${accountColumns},
        sessions.id as session_id, ended_at is null as living, ${isOutlived(limits)} as outlived,
        token.superseded_at is not null as used,
        encode(child.token_hash, 'hex') as successor_hash
      from refresh_tokens token
        join sessions on sessions.id = token.session_id
        join accounts on accounts.id = sessions.account_id
        left join refresh_tokens child on child.parent_hash = token.token_hash
      where token.token_hash = decode(${tokenHash}, 'hex')`,
    },
  );
  const exchange = firstRow(presentedToken, toExchange);
  if (!exchange) throw new Refusal("refresh_token_not_found");
  return exchange;
}
