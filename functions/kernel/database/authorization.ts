import * as v from "valibot";
import type { Role } from "#functions/contract/answers.schema.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "./database.ts";
import { lacksPasskey } from "./fresh-proofs.ts";
import { nameResults, type Transaction } from "./named-results.ts";
import { Refusal } from "./refusals.ts";
import { firstRow, rowParser } from "./rows.ts";
import { isOwnActiveSession, type SessionLimits } from "./session-limits.ts";
import { sql } from "./sql.ts";

const toRole = rowParser(v.object({ role: v.string(), lacks_passkey: v.boolean(), recovering: v.boolean() }));

/**
 * The requirement of a transaction beside an active session: a role, or the right to change the account. A session that
 * lacks a required passkey cannot change its account. After a recovery mail it may still set a password.
 */
export type Needs = { role?: Role | undefined; change?: "account" | "password" | undefined };

/**
 * Returns a transaction for a signed-in user with the required rights. It first reads the session and drops the claims
 * if the session is not active, so row-level security blocks the statements that follow.
 * @throws Refusal unauthenticated without an active session; forbidden for another role; passkey_required if this
 * session lacks a required passkey, for the role `admin` or a change other than a new password after a recovery
 */
export function authorize(
  database: Database,
  caller: Caller,
  { limits, role, change }: { limits: SessionLimits } & Needs,
): Transaction {
  const { accountId, sessionId } = caller;
  const isActiveSession = isOwnActiveSession(caller, limits);
  const profile = sql`
    select profiles.role, ${lacksPasskey} as lacks_passkey, coalesce(recovery_until > now(), false) as recovering
    from sessions join profiles on profiles.user_id = sessions.account_id
    where ${isActiveSession}`;
  // The database knows the sessions that have ended, but not the limits of their lifetime, which are settings of the
  // edge.
  const dropClaims = sql`
    select set_config('request.jwt.claims', '', true)
    where not exists (select from sessions where ${isActiveSession})`;
  return nameResults(async (queries) => {
    const claims = { sub: accountId, session_id: sessionId };
    const answers = await database.runList(claims, [profile, dropClaims, ...queries]);
    const session = firstRow(answers.get(profile) ?? [], toRole);
    if (!session) throw new Refusal("unauthenticated");
    if (role && session.role !== role) throw new Refusal("forbidden");
    const mayOmitPasskey = change === "password" && session.recovering;
    if ((role === "admin" || (change && !mayOmitPasskey)) && session.lacks_passkey) {
      throw new Refusal("passkey_required");
    }
    return answers;
  });
}
