// Decides who may add a passkey, because a passkey is a lasting way into the account.
import * as v from "valibot";
import {
  hasPasskeyOf,
  hasProofOf,
  isMailboxProvenJustNow,
  isVerifiedJustNow,
  needsPasskey,
} from "#functions/accounts/fresh-proofs.ts";
import { unknownPasswordHash } from "#functions/accounts/passwords/passwords.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { isOwnActiveSession, type SessionLimits } from "#functions/accounts/sessions/session-limits.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";

const hasAccount = (condition: Query): Query =>
  sql`exists (select from accounts where accounts.id = sessions.account_id and ${condition})`;

// A password alone is one factor, and the mailbox replaces it. So the operator or another administrator opens the first
// passkey of an administrator who needs one.
const isFirstPasskeyOpen = hasAccount(sql`accounts.first_passkey_until > now()`);
const hasPassword = hasAccount(sql`accounts.password_hash <> ${unknownPasswordHash}`);

// The owner of a mailbox that an attacker read has a day to notice that the password has changed.
const isPasswordRecovered = sql`(
  ${hasAccount(sql`accounts.password_recovered_at > now() - interval '24 hours'`)} and not ${isFirstPasskeyOpen}
)`;

const hasProof = hasProofOf(sql`sessions.account_id`);

const reasons = [
  "first_passkey_closed",
  "passkey_required",
  "password_recovered",
  "password_required",
  "proof_required",
] as const;

/**
 * Returns the SQL expression of the reason why the row of `sessions` may not add a passkey; null if it may. An account
 * with a passkey shows it or a recovery code first. A first passkey takes the current password in the same ceremony, so
 * neither a stolen access token nor the mailbox alone becomes a passkey.
 */
const rejectionQuery = (isPasswordGiven: boolean): Query => sql`case
  when ${isVerifiedJustNow} then null
  when ${hasPasskeyOf(sql`sessions.account_id`)} or (${needsPasskey} and ${hasProof}) then 'passkey_required'
  when ${needsPasskey} and not ${isFirstPasskeyOpen} then 'first_passkey_closed'
  when not ${hasPassword} and ${isMailboxProvenJustNow} and not ${needsPasskey} then null
  when not ${hasPassword} or sessions.method = 'recovery' then 'proof_required'
  when ${isPasswordRecovered} then 'password_recovered'
  when not ${isPasswordGiven}::boolean then 'password_required'
end`;

/** Returns the condition that the caller may add a passkey. */
export const canAddPasskey = (caller: Caller, limits: SessionLimits, isPasswordGiven: boolean): Query =>
  sql`exists (select from sessions where ${isOwnActiveSession(caller, limits)} and (${rejectionQuery(isPasswordGiven)}) is null)`;

/** Returns the statement for `requireAdditionProof`. */
export const additionProofQuery = (caller: Caller, limits: SessionLimits, isPasswordGiven: boolean): Query =>
  sql`select ${rejectionQuery(isPasswordGiven)} as reason from sessions where ${isOwnActiveSession(caller, limits)}`;

const toProof = rowParser(v.object({ reason: v.nullable(v.picklist(reasons)) }));

/**
 * Rejects a caller who may not add a passkey. `rows` are the result of `additionProofQuery`.
 * @throws Refusal unauthenticated; passkey_required; first_passkey_closed until the operator or another administrator
 * permits the first passkey; proof_required; password_recovered; password_required
 */
export function requireAdditionProof(rows: Row[]): void {
  const proof = firstRow(rows, toProof);
  if (!proof) throw new Refusal("unauthenticated");
  if (proof.reason === "passkey_required") throw new Refusal(proof.reason);
  if (proof.reason) throw new AccountRefusal(proof.reason);
}
