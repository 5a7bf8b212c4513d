import * as v from "valibot";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import { isOwnActiveSession, type SessionLimits } from "./sessions/session-limits.ts";

/** Returns a SQL condition that is true if the account has the role `admin`. */
export const isAdministrator = (accountId: Query): Query =>
  sql`exists (select from profiles where user_id = ${accountId} and role = 'admin')`;

/** Time for which a proof of identity is recent. */
const proofLifetime = sql`interval '15 minutes'`;

/** SQL condition: the row of `sessions` has shown a passkey or a recovery code recently. */
export const isVerifiedJustNow: Query = sql`coalesce(sessions.verified_at > now() - ${proofLifetime}, false)`;

/**
 * SQL condition: the row of `sessions` has recently shown a recovery code, or a passkey that stands in for the password.
 * A passkey that was added without the password does so only after a day, so a stolen session cannot become a password.
 */
const isTrustedJustNow: Query = sql`(
  ${isVerifiedJustNow} and (
    sessions.method = 'recovery_code'
    or exists (select from passkeys where passkeys.id = sessions.passkey_id and trusted_from <= now())
  )
)`;

/**
 * SQL condition: the row of `sessions` began recently with a recovery code, or with a passkey that stands in for the
 * password. A first passkey added later does not count.
 */
export const standsInForPassword: Query = sql`(
  sessions.method in ('passkey', 'recovery_code') and ${isTrustedJustNow}
)`;

/** SQL condition: the row of `sessions` began recently with a mailed link or code, which proves the mailbox. */
export const isMailboxProvenJustNow: Query = sql`(
  sessions.method in ('signup', 'recovery', 'invite', 'email_change') and sessions.created_at > now() - ${proofLifetime}
)`;

/**
 * SQL condition: the sign-in rules demand a passkey of the account of the row of `sessions`. Administrators who had none
 * when the rule began have a day to add one.
 */
export const needsPasskey: Query = sql`(
  exists (select from sign_in_rules where administrators_need_passkeys)
  and ${isAdministrator(sql`sessions.account_id`)}
  and not exists (
    select from accounts where accounts.id = sessions.account_id and accounts.passkey_grace_until > now()
  )
)`;

/** SQL condition: the user of the row of `sessions` has to show a passkey and has not. */
export const lacksPasskey: Query = sql`(sessions.verified_at is null and ${needsPasskey})`;

/** Returns the SQL condition that the account has a passkey. */
export const hasPasskeyOf = (accountId: Query): Query => sql`exists (
  select from passkeys where passkeys.account_id = ${accountId}
)`;

/**
 * Returns the SQL condition that the account has a passkey or an unused recovery code. An administrator without either
 * cannot prove the identity, so `openFirstPasskeyQuery` allows the first passkey.
 */
export const hasProofOf = (accountId: Query): Query => sql`(
  ${hasPasskeyOf(accountId)}
  or exists (select from recovery_codes where recovery_codes.account_id = ${accountId} and used_at is null)
)`;

/**
 * Returns the statement that lets an administrator add a first passkey within 24 hours, if the condition holds and the
 * account has neither a passkey nor an unused recovery code. Its row has `account_id` and `until`.
 */
export const openFirstPasskeyQuery = (email: string, condition: Query = sql`true`): Query => sql`
  update accounts set first_passkey_until = now() + interval '24 hours'
  where email = ${email} and ${isAdministrator(sql`accounts.id`)} and not ${hasProofOf(sql`accounts.id`)} and ${condition}
  returning id as account_id, first_passkey_until as until`;

/** Returns the condition that the caller has recently shown a recovery code, or a passkey that stands in for the password. */
export const hasTrustedProof = (caller: Caller, limits: SessionLimits): Query => sql`exists (
  select from sessions where ${isOwnActiveSession(caller, limits)} and ${isTrustedJustNow}
)`;

/** Returns the statement for `requireTrustedProof`: the caller's proofs of identity. */
export const trustedProofQuery = (caller: Caller, limits: SessionLimits): Query => sql`
  select ${isVerifiedJustNow} as is_verified, ${isTrustedJustNow} as is_trusted
  from sessions where ${isOwnActiveSession(caller, limits)}`;

const toProof = rowParser(v.object({ is_verified: v.boolean(), is_trusted: v.boolean() }));

/**
 * Rejects a caller without a recent proof of identity. `rows` are the result of `trustedProofQuery`.
 * @throws Refusal unauthenticated, passkey_required, passkey_too_new for a passkey that does not stand in for the
 * password yet
 */
export function requireTrustedProof(rows: Row[]): void {
  const proof = firstRow(rows, toProof);
  if (!proof) throw new Refusal("unauthenticated");
  if (!proof.is_verified) throw new Refusal("passkey_required");
  if (!proof.is_trusted) throw new Refusal("passkey_too_new");
}
