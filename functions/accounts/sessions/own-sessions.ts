import * as v from "valibot";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import {
  isLiving,
  isLivingSession,
  isSignedIn,
  type SessionLimits,
} from "#functions/kernel/database/session-limits.ts";
import { sql } from "#functions/kernel/database/sql.ts";

import type { Client } from "#functions/kernel/http/client.ts";
import { endSessionsQuery } from "./store.ts";

/** A session as its owner sees it. */
export type ListedSession = {
  id: string;
  userAgent: string | null;
  city: string | null;
  country: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  /** Seconds since the last use. */
  idleSeconds: number;
};

const toSession = rowParser(
  v.pipe(
    v.object({
      id: v.string(),
      user_agent: v.nullable(v.string()),
      city: v.nullable(v.string()),
      country: v.nullable(v.string()),
      created_at: v.date(),
      last_used_at: v.date(),
      idle_seconds: v.number(),
    }),
    v.transform(
      (row): ListedSession => ({
        id: row.id,
        userAgent: row.user_agent,
        city: row.city,
        country: row.country,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
        idleSeconds: row.idle_seconds,
      }),
    ),
  ),
);

/** Returns the active sessions of the signed-in user, last used first. @throws Refusal unauthenticated */
export async function listSessions(
  authorised: Transaction,
  accountId: string,
  limits: SessionLimits,
): Promise<ListedSession[]> {
  const { sessions } = await authorised({
    sessions: sql`
      select id, user_agent, city, country, created_at, last_used_at,
        floor(extract(epoch from now() - last_used_at))::integer as idle_seconds
      from sessions where account_id = ${accountId} and ${isLiving(limits)}
      order by last_used_at desc, id`,
  });
  return sessions.map(toSession);
}

/**
 * Ends a session of the signed-in user.
 * @throws Refusal unauthenticated, passkey_required, missing if it is not the user's
 */
export async function endOwnSession(
  database: Database,
  caller: Caller,
  {
    ended: endedSessionId,
    client,
    limits,
    authorised,
  }: { ended: string; client: Client; limits: SessionLimits; authorised: Transaction },
): Promise<void> {
  await authorised({});
  const isOwnSession = sql`id = ${endedSessionId} and account_id = ${caller.accountId}`;
  const { living: callerSessions, session } = await database.run(
    { service: "auth" },
    {
      living: sql`select id from sessions where ${isLivingSession(caller, limits)}`,
      session: sql`select id from sessions where ${isOwnSession} and ${isLiving(limits)} for update`,
      ended: endSessionsQuery(
        client,
        "session_ended",
        sql`${isOwnSession} and ${isSignedIn(caller, limits)}`,
      ),
    },
  );
  if (callerSessions.length === 0) throw new Refusal("unauthenticated");
  if (session.length === 0) throw new Refusal("missing");
}
