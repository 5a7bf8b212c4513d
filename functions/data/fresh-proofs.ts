import * as v from "valibot";
import type { Caller } from "#functions/auth/access-tokens.ts";
import { isAdministrator } from "./administrators.ts";
import { Refusal } from "./refusals.ts";
import { firstRow, rowParser } from "./rows.ts";
import { isLivingSession, type SessionLimits } from "./session-limits.ts";
import { type Query, type Row, sql } from "./sql.ts";

/** How long showing who one is counts as done just now. */
const freshTime = sql`interval '15 minutes'`;

const isVerifiedJustNow: Query = sql`coalesce(sessions.verified_at > now() - ${freshTime}, false)`;

/** Holds for a row of `sessions` that began just now with a passkey or a recovery code, rather than adding the first one later. */
export const isPasskeyShownJustNow: Query = sql`(
  sessions.method in ('passkey', 'recovery_code') and ${isVerifiedJustNow}
)`;

const needsPasskey = sql`(
  exists (select from sign_in_rules where administrators_need_passkeys)
  and ${isAdministrator(sql`sessions.account_id`)}
)`;

/** Holds for a row of `sessions` whose user has to show a passkey, and has not. */
export const lacksPasskey: Query = sql`(sessions.verified_at is null and ${needsPasskey})`;

const hasOneToShow = sql`(
  exists (select from passkeys where passkeys.account_id = sessions.account_id)
  or exists (
    select from recovery_codes where recovery_codes.account_id = sessions.account_id and used_at is null
  )
)`;

// Who needs a passkey and has one shows it; who has none yet adds the first after their password, not after a mail.
const isEnough = sql`(not ${needsPasskey} or ${isVerifiedJustNow} or not ${hasOneToShow})`;
const isFresh = sql`(
  ${isVerifiedJustNow}
  or (sessions.created_at > now() - ${freshTime}
    and (not ${needsPasskey} or ${hasOneToShow} or sessions.method = 'password'))
)`;

/** Holds where the caller has shown a passkey or a recovery code just now. */
export const hasVerifiedJustNow = (caller: Caller, limits: SessionLimits): Query => sql`exists (
  select from sessions where ${isLivingSession(caller, limits)} and ${isVerifiedJustNow}
)`;

/** Holds when the caller may change how they sign in: they have shown just now who they are. */
export const mayChangeSignIn = (caller: Caller, limits: SessionLimits): Query => sql`exists (
  select from sessions where ${isLivingSession(caller, limits)} and ${isFresh} and ${isEnough}
)`;

/** What `requireProof` reads: how the caller has shown who they are. */
export const proofQuery = (caller: Caller, limits: SessionLimits): Query => sql`
  select ${isFresh} as is_fresh, ${isEnough} as is_enough
  from sessions where ${isLivingSession(caller, limits)}`;

const toProof = rowParser(v.object({ is_fresh: v.boolean(), is_enough: v.boolean() }));

/** Refuses who may not change how they sign in. @throws Refusal unauthenticated, passkey_required, proof_required */
export function requireProof(rows: Row[]): void {
  const proof = firstRow(rows, toProof);
  if (!proof) throw new Refusal("unauthenticated");
  if (!proof.is_enough) throw new Refusal("passkey_required");
  if (!proof.is_fresh) throw new Refusal("proof_required");
}
