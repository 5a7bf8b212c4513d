import type { Caller } from "#functions/auth/access-tokens.ts";
import type { Client } from "./account-events.ts";
import { unauthenticated } from "./authorisation.ts";
import { type Database, type Row, sql, type Transaction } from "./database.ts";
import { isLiving, type SessionLimits } from "./session-limits.ts";
import { endSessionsQuery } from "./sessions.ts";

/** The living sessions of the signed-in person, last used first, with the seconds since then. @throws Problem unauthenticated */
export async function listSessions(
  authorised: Transaction,
  accountId: string,
  limits: SessionLimits,
): Promise<Row[]> {
  const [rows = []] = await authorised([
    sql`
      select id, user_agent, city, country, created_at, last_used_at,
        floor(extract(epoch from now() - last_used_at))::integer as idle_seconds
      from sessions where account_id = ${accountId} and ${isLiving(limits)}
      order by last_used_at desc, id`,
  ]);
  return rows;
}

/** Ends one session of the signed-in person; false when it is none of theirs. @throws Problem unauthenticated */
export async function endOwnSession(
  database: Database,
  { accountId, sessionId }: Caller,
  { ended, client, limits }: { ended: string; client: Client; limits: SessionLimits },
): Promise<boolean> {
  const mine = sql`
    account_id = ${accountId} and exists (
      select from sessions where id = ${sessionId} and account_id = ${accountId} and ${isLiving(limits)}
    )`;
  const [[caller] = [], [found] = []] = await database.run({ service: "auth" }, [
    sql`select id from sessions where id = ${sessionId} and account_id = ${accountId} and ${isLiving(limits)}`,
    sql`select id from sessions where id = ${ended} and account_id = ${accountId} and ${isLiving(limits)} for update`,
    endSessionsQuery(client, "session_ended", sql`sessions.id = ${ended} and ${mine}`),
  ]);
  if (!caller) throw unauthenticated();
  return found !== undefined;
}
