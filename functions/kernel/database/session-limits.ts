import * as v from "valibot";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { columnParser } from "./rows.ts";
import { type Query, sql } from "./sql.ts";

/** How long a session lives: so many days after its last use, and so many after its sign-in whatever happens. */
export type SessionLimits = { SESSION_IDLE_DAYS: number; SESSION_ABSOLUTE_DAYS: number };

/** Holds for a row of `sessions` that has outlived its time. */
export const isOutlived = ({
  SESSION_IDLE_DAYS: idle,
  SESSION_ABSOLUTE_DAYS: absolute,
}: SessionLimits): Query =>
  sql`(sessions.last_used_at <= now() - make_interval(days => ${idle}::integer)
    or sessions.created_at <= now() - make_interval(days => ${absolute}::integer))`;

/** Holds for a row of `sessions` that is neither ended nor outlived. */
export const isLiving = (limits: SessionLimits): Query =>
  sql`(sessions.ended_at is null and not ${isOutlived(limits)})`;

/** Holds for the row of `sessions` that is the caller's, while it lives. */
export const isLivingSession = ({ accountId, sessionId }: Caller, limits: SessionLimits): Query =>
  sql`(sessions.id = ${sessionId} and sessions.account_id = ${accountId} and ${isLiving(limits)})`;

/** Holds while the caller's session lives. */
export const isSignedIn = (caller: Caller, limits: SessionLimits): Query =>
  sql`exists (select from sessions where ${isLivingSession(caller, limits)})`;

/** What a row says of `isSignedIn`, as its column `signed_in`. */
export const toSignedIn = columnParser("signed_in", v.boolean());
