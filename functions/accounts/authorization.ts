import * as v from "valibot";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { nameResults, runList, type Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Needs } from "#functions/kernel/http/context.ts";
import { lacksPasskey } from "./fresh-proofs.ts";
import { isOwnActiveSession, type SessionLimits } from "./sessions/session-limits.ts";

const reasons = ["forbidden", "passkey_required"] as const;

/**
 * Returns the SQL expression of the reason why a session may not act: a code, or null if it may. A session of a recovery
 * may set a password without a passkey.
 */
function rejectionQuery({ role, change }: Needs): Query {
  const mayOmitPasskey =
    change === "password" ? sql`coalesce(sessions.recovery_until > now(), false)` : sql`false`;
  const needsPasskey = role === "admin" || change !== undefined;
  return sql`case
    when profiles.role <> ${role ?? null}::text then 'forbidden'
    when ${needsPasskey}::boolean and ${lacksPasskey} and not ${mayOmitPasskey} then 'passkey_required'
  end`;
}

const toSession = rowParser(v.object({ reason: v.nullable(v.picklist(reasons)) }));

/**
 * Returns the transaction of a signed-in user whose session is active and meets the needs. Its first statements read
 * the session, and drop the claims of the work if it is rejected, so row-level security blocks the statements that
 * follow. A statement that inserts a row therefore depends on a row that only the claims show.
 * @throws Refusal unauthenticated without an active session; forbidden for another role; passkey_required if this
 * session lacks a required passkey, for the role `admin` or a change other than a new password after a recovery
 */
export function authorize(
  database: Database,
  caller: Caller,
  { limits, ...needs }: { limits: SessionLimits } & Needs,
): Transaction {
  const claims = needs.service ?? { sub: caller.accountId, session_id: caller.sessionId };
  const reason = rejectionQuery(needs);
  // The database knows the sessions that have ended, but not the limits of their lifetime, which are settings of the
  // edge.
  const activeSession = sql`
    from sessions join profiles on profiles.user_id = sessions.account_id
    where ${isOwnActiveSession(caller, limits)}`;
  const sessionReason = sql`select ${reason} as reason ${activeSession}`;
  const dropClaims = sql`
    select set_config('request.jwt.claims', '', true)
    where not exists (select ${activeSession} and (${reason}) is null)`;
  return nameResults(async (queries) => {
    const answers = await runList(
      (statements) => database.run(claims, statements),
      [sessionReason, dropClaims, ...queries],
    );
    const session = firstRow(answers.get(sessionReason) ?? [], toSession);
    if (!session) throw new Refusal("unauthenticated");
    if (session.reason) throw new Refusal(session.reason);
    return answers;
  });
}
