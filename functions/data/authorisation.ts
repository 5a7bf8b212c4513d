import type { Caller } from "#functions/auth/access-tokens.ts";
import type { Role } from "#functions/contract/profile.ts";
import { Problem } from "#functions/problem.ts";
import { type Database, sql, type Transaction } from "./database.ts";
import { isLiving, type SessionLimits } from "./session-limits.ts";

/** The refusal of a call without a valid token or a living session (RFC 6750). */
export const unauthenticated = () =>
  new Problem("unauthenticated", { headers: { "WWW-Authenticate": "Bearer" } });

/**
 * Transactions of a signed-in person; with `role`, only of one who has it. Who is calling is asked first in the same
 * transaction, whose claims are dropped for a session that does not live, and row-level security makes the rest of it
 * do nothing for anyone else.
 * @throws Problem unauthenticated when the session has ended, forbidden when the role is another
 */
export function authorise(
  database: Database,
  caller: Caller,
  { limits, role }: { limits: SessionLimits; role?: Role | undefined },
): Transaction {
  const { accountId, sessionId } = caller;
  const mine = sql`sessions.id = ${sessionId} and sessions.account_id = ${accountId} and ${isLiving(limits)}`;
  return async (queries) => {
    const [[who] = [], , ...results] = await database.run({ sub: accountId, session_id: sessionId }, [
      sql`
        select profiles.role
        from sessions join profiles on profiles.user_id = sessions.account_id
        where ${mine}`,
      // The database knows which sessions have ended, but not which have outlived the time they are given here.
      sql`
        select set_config('request.jwt.claims', '', true)
        where not exists (select from sessions where ${mine})`,
      ...queries,
    ]);
    if (!who) throw unauthenticated();
    if (role && who.role !== role) throw new Problem("forbidden");
    return results;
  };
}
