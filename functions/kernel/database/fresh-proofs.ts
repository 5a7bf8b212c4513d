import * as v from "valibot";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { Refusal } from "./refusals.ts";
import { firstRow, rowParser } from "./rows.ts";
import { isLivingSession, type SessionLimits } from "./session-limits.ts";
import { type Query, type Row, sql } from "./sql.ts";

/** Returns a SQL condition that is true if the account has the role `admin`. */
export const isAdministrator = (accountId: Query): Query =>
  sql`exists (select from profiles where user_id = ${accountId} and role = 'admin')`;

/** Time for which a proof of identity is recent. */
const proofLifetime = sql`interval '15 minutes'`;

const isVerifiedJustNow: Query = sql`coalesce(sessions.verified_at > now() - ${proofLifetime}, false)`;

/**
 * SQL condition: the row of `sessions` began recently with a passkey or a recovery code. A first passkey added later
 * does not count.
 */
export const isPasskeyShownJustNow: Query = sql`(
  sessions.method in ('passkey', 'recovery_code') and ${isVerifiedJustNow}
)`;

const needsPasskey = sql`(
  exists (select from sign_in_rules where administrators_need_passkeys)
  and ${isAdministrator(sql`sessions.account_id`)}
)`;

/** SQL condition: the user of the row of `sessions` has to show a passkey and has not. */
export const lacksPasskey: Query = sql`(sessions.verified_at is null and ${needsPasskey})`;

const hasPasskeyOf = (accountId: Query): Query => sql`exists (
  select from passkeys where passkeys.account_id = ${accountId}
)`;

/**
 * Returns the SQL condition that the account has a passkey or an unused recovery code. An administrator without either
 * cannot prove the identity, so `openFirstPasskeyQuery` allows the first passkey.
 */
const hasProofOf = (accountId: Query): Query => sql`(
  ${hasPasskeyOf(accountId)}
  or exists (select from recovery_codes where recovery_codes.account_id = ${accountId} and used_at is null)
)`;
const hasProof = hasProofOf(sql`sessions.account_id`);

/**
 * Returns the statement that lets an administrator add a first passkey within 24 hours, if the condition holds and the
 * account has neither a passkey nor an unused recovery code. Its row has `account_id` and `until`.
 */
export const openFirstPasskeyQuery = (email: string, condition: Query = sql`true`): Query => sql`
  update accounts set first_passkey_until = now() + interval '24 hours'
  where email = ${email} and ${isAdministrator(sql`accounts.id`)} and not ${hasProofOf(sql`accounts.id`)} and ${condition}
  returning id as account_id, first_passkey_until as until`;

// A password alone is one factor, and the mailbox replaces it. So the operator or another administrator opens the first
// enrolment.
const isFirstPasskeyOpen = sql`exists (
  select from accounts where accounts.id = sessions.account_id and accounts.first_passkey_until > now()
)`;

/**
 * SQL condition: the account of the row of `sessions` needs a passkey, has nothing to show, and may not add the first
 * passkey.
 */
const isFirstPasskeyClosed = sql`(
  ${needsPasskey} and not ${isVerifiedJustNow} and not ${hasProof} and not ${isFirstPasskeyOpen}
)`;

// A user with a passkey shows it or a recovery code: a password alone must neither add a passkey nor remove one to add
// another. A user who needs a first passkey adds it after a sign-in with the password, not after a mail.
const isSufficient = sql`(${isVerifiedJustNow} or case
  when ${needsPasskey} then not ${hasProof} and ${isFirstPasskeyOpen}
  else not ${hasPasskeyOf(sql`sessions.account_id`)}
end)`;
const isFresh = sql`(
  ${isVerifiedJustNow}
  or (sessions.created_at > now() - ${proofLifetime}
    and (not ${needsPasskey} or ${hasProof} or sessions.method = 'password'))
)`;

/** Returns the condition that the caller has recently shown a passkey or a recovery code. */
export const hasVerifiedJustNow = (caller: Caller, limits: SessionLimits): Query => sql`exists (
  select from sessions where ${isLivingSession(caller, limits)} and ${isVerifiedJustNow}
)`;

/**
 * Returns the condition that the caller may change sign-in methods, because of a recent and sufficient proof of
 * identity.
 */
export const canChangeSignIn = (caller: Caller, limits: SessionLimits): Query => sql`exists (
  select from sessions where ${isLivingSession(caller, limits)} and ${isFresh} and ${isSufficient}
)`;

/** Returns the statement for `requireProof`: the caller's proofs of identity. */
export const proofQuery = (caller: Caller, limits: SessionLimits): Query => sql`
  select ${isFresh} as is_fresh, ${isSufficient} as is_enough, ${isFirstPasskeyClosed} as is_first_closed
  from sessions where ${isLivingSession(caller, limits)}`;

const toProof = rowParser(
  v.object({ is_fresh: v.boolean(), is_enough: v.boolean(), is_first_closed: v.boolean() }),
);

/**
 * Rejects a caller who may not change sign-in methods. `rows` are the result of `proofQuery`.
 * @throws Refusal unauthenticated, passkey_required, proof_required, first_passkey_closed until the operator or another
 * administrator permits the first passkey
 */
export function requireProof(rows: Row[]): void {
  const proof = firstRow(rows, toProof);
  if (!proof) throw new Refusal("unauthenticated");
  if (proof.is_first_closed) throw new Refusal("first_passkey_closed");
  if (!proof.is_enough) throw new Refusal("passkey_required");
  if (!proof.is_fresh) throw new Refusal("proof_required");
}
