import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

/** Lifetime of a session: days after its last use, and days after its sign-in. */
export type SessionLimits = { SESSION_IDLE_DAYS: number; SESSION_ABSOLUTE_DAYS: number };

/** Returns the condition that a row of `sessions` has exceeded its lifetime. */
export const isExpired = ({
  SESSION_IDLE_DAYS: idle,
  SESSION_ABSOLUTE_DAYS: absolute,
}: SessionLimits): Query =>
  sql`(sessions.last_used_at <= now() - make_interval(days => ${idle}::integer)
    or sessions.created_at <= now() - make_interval(days => ${absolute}::integer))`;

/** Returns the condition that a row of `sessions` is active: neither ended nor beyond its lifetime. */
export const isActive = (limits: SessionLimits): Query =>
  sql`(sessions.ended_at is null and not ${isExpired(limits)})`;

/** Returns the condition that a row of `sessions` is the caller's active session. */
export const isOwnActiveSession = ({ accountId, sessionId }: Caller, limits: SessionLimits): Query =>
  sql`(sessions.id = ${sessionId} and sessions.account_id = ${accountId} and ${isActive(limits)})`;

/** Returns the condition that the caller's session is active. */
export const isSignedIn = (caller: Caller, limits: SessionLimits): Query =>
  sql`exists (select from sessions where ${isOwnActiveSession(caller, limits)})`;
