import * as v from "valibot";
import { eventQuery } from "#functions/accounts/events.ts";
import { chargeAttempt, hasPassed, settleQueries } from "#functions/accounts/limits/store.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { isSignedIn } from "#functions/accounts/sessions/session-limits.ts";
import {
  endSessionsQuery,
  isStarted,
  type NewSession,
  signedInQuery,
  startedAccountQuery,
  startSessionQueries,
} from "#functions/accounts/sessions/store.ts";
import {
  mayChangeSignIn,
  noticeQuery,
  openTrustedChange,
  type SignInChange,
} from "#functions/accounts/sign-in-changes.ts";
import { type Account, type AccountCall, lockAccountsQuery, toAccount } from "#functions/accounts/store.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

const toCodes = rowParser(v.object({ total: v.number(), remaining: v.number() }));

/** Counts the recovery codes of the signed-in user, and the unused ones. @throws Refusal unauthenticated */
export async function countRecoveryCodes({ authorized, caller }: AccountCall) {
  const { codes } = await authorized({
    codes: sql`
      select count(*)::integer as total, count(*) filter (where used_at is null)::integer as remaining
      from recovery_codes where account_id = ${caller.accountId}`,
  });
  return toCodes(codes[0]);
}

/**
 * Returns the statement that ends the user's other sessions that a recovery code started. It runs when the codes are
 * replaced or removed, because a thief may have used one.
 */
const endCodeSessionsQuery = ({ client, caller }: AccountCall, condition: Query): Query =>
  endSessionsQuery(
    client,
    sql`method = 'recovery_code' and account_id = ${caller.accountId} and id <> ${caller.sessionId} and ${condition}`,
  );

/**
 * Stores a set of codes for the signed-in user. `replace` says whether the user has a set, which is then deleted. The
 * caller must have presented a code, or a passkey that stands in for the password, within 15 minutes: codes from a
 * password alone are no second factor.
 * @throws TooManyAttempts, Refusal unauthenticated, passkey_required, passkey_too_new, no_recovery_codes or
 * recovery_codes_exist
 */
export async function storeRecoveryCodes(
  change: SignInChange,
  hashes: string[],
  replace: boolean,
): Promise<void> {
  const { caller, client } = change;
  const { accountId, sessionId } = caller;
  const mayStore = sql`${mayChangeSignIn(change)}
    and exists (select from recovery_codes where account_id = ${accountId}) = ${replace}::boolean`;
  const firstHash = sql`decode(${hashes[0]}, 'hex')`;
  const isStored = sql`exists (select from recovery_codes where code_hash = ${firstHash})`;
  const { storedCodes } = await openTrustedChange(change)({
    lock: lockAccountsQuery(sql`id = ${accountId}`),
    storedCodes: sql`
      insert into recovery_codes (code_hash, account_id)
      select decode(hash, 'hex'), ${accountId}::uuid from unnest(${hashes}::text[]) hash where ${mayStore}
      returning account_id`,
    replaced: sql`
      delete from recovery_codes
      where account_id = ${accountId} and ${isStored}
        and code_hash <> all(array(select decode(hash, 'hex') from unnest(${hashes}::text[]) hash))`,
    ended: endCodeSessionsQuery(change, isStored),
    event: eventQuery(client, { kind: "recovery_codes_made", accountId, sessionId }, isStored),
    notice: noticeQuery(replace ? "codes_replaced" : "codes_made", sql`id = ${accountId} and ${isStored}`),
  });
  if (storedCodes.length === 0)
    throw new AccountRefusal(replace ? "no_recovery_codes" : "recovery_codes_exist");
}

/**
 * Removes the codes of the signed-in user, ends the other sessions that a code started, and notifies the user by mail.
 * @throws TooManyAttempts, Refusal unauthenticated, passkey_required, passkey_too_new, no_recovery_codes
 */
export async function removeRecoveryCodes(change: SignInChange): Promise<void> {
  const { caller, client } = change;
  const { accountId, sessionId } = caller;
  const isRemovable = sql`exists (select from recovery_codes where account_id = ${accountId})
    and ${mayChangeSignIn(change)}`;
  const { removedCodes } = await openTrustedChange(change)({
    lock: lockAccountsQuery(sql`id = ${accountId}`),
    event: eventQuery(client, { kind: "recovery_codes_removed", accountId, sessionId }, isRemovable),
    notice: noticeQuery("codes_removed", sql`id = ${accountId} and ${isRemovable}`),
    ended: endCodeSessionsQuery(change, isRemovable),
    removedCodes: sql`delete from recovery_codes where account_id = ${accountId} and ${isRemovable} returning account_id`,
  });
  if (removedCodes.length === 0) throw new AccountRefusal("no_recovery_codes");
}

/**
 * Uses a recovery code of the signed-in user. A verified session replaces the caller's. A wrong code counts as a wrong
 * password.
 * @throws TooManyAttempts, Refusal unauthenticated, wrong_recovery_code
 */
export async function spendRecoveryCode(
  { authorized, caller, client, environment, attempt }: SignInChange,
  codeHash: string,
  session: NewSession,
): Promise<Account> {
  const { accountId } = caller;
  const { sessionId } = session;
  const signedIn = isSignedIn(caller, environment);
  const isUnusedOwnCode = sql`code_hash = decode(${codeHash}, 'hex') and account_id = ${accountId} and used_at is null`;
  const isSessionStarted = isStarted(sessionId);
  const charge = { transaction: authorized, attempt, condition: signedIn };
  const { callerSession, account } = await chargeAttempt(charge)({
    lock: lockAccountsQuery(sql`id = ${accountId}`),
    callerSession: sql`select 1 as active where ${signedIn}`,
    session: startSessionQueries(
      session,
      sql`
        select account_id, 'recovery_code' as method from recovery_codes
        where ${isUnusedOwnCode} and ${hasPassed(attempt)} and ${signedIn}`,
    ),
    event: signedInQuery(session, accountId, "recovery_code"),
    used: sql`update recovery_codes set used_at = now() where ${isUnusedOwnCode} and ${isSessionStarted}`,
    ended: endSessionsQuery(client, sql`id = ${caller.sessionId} and ${isSessionStarted}`),
    failed: eventQuery(
      client,
      {
        kind: "sign_in_failed",
        accountId,
        sessionId: caller.sessionId,
        detail: { method: "recovery_code" },
      },
      sql`${hasPassed(attempt)} and not ${isSessionStarted}`,
    ),
    notice: noticeQuery("code_used", sql`id = ${accountId} and ${isSessionStarted}`),
    account: startedAccountQuery(sessionId),
    settle: settleQueries(attempt, isSessionStarted),
  });
  if (callerSession.length === 0) throw new Refusal("unauthenticated");
  const signedInAccount = firstRow(account, toAccount);
  if (!signedInAccount) throw new AccountRefusal("wrong_recovery_code");
  return signedInAccount;
}
