import * as v from "valibot";
import { eventQuery } from "#functions/accounts/events.ts";
import {
  chargeQueries,
  hasPassed,
  type PasswordAttempt,
  requirePassed,
  toAttempt,
  waitQuery,
} from "#functions/accounts/limits/store.ts";
import { noticeQuery, type SignInChange } from "#functions/accounts/passkeys/store.ts";
import {
  endSessionsQuery,
  isStarted,
  settleQueries,
  startedAccountQuery,
  type VerifiedSession,
  verifiedSessionQueries,
} from "#functions/accounts/sessions/store.ts";
import { type Account, lockAccountsQuery, toAccount } from "#functions/accounts/store.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import {
  canChangeSignIn,
  hasVerifiedJustNow,
  proofQuery,
  requireProof,
} from "#functions/kernel/database/fresh-proofs.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { isSignedIn, type SessionLimits } from "#functions/kernel/database/session-limits.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { Client } from "#functions/kernel/http/client.ts";

/** The number of an account's codes, and of those that are unused. */
export type RecoveryCodes = { total: number; remaining: number };

const toCodes = rowParser(v.object({ total: v.number(), remaining: v.number() }));

/** Counts the recovery codes of the signed-in user. @throws Refusal unauthenticated */
export async function countRecoveryCodes(
  database: Database,
  caller: Caller,
  authorised: Transaction,
): Promise<RecoveryCodes> {
  await authorised({});
  const { codes } = await database.run(
    { service: "auth" },
    {
      codes: sql`
      select count(*)::integer as total, count(*) filter (where used_at is null)::integer as remaining
      from recovery_codes where account_id = ${caller.accountId}`,
    },
  );
  return toCodes(codes[0]);
}

// Replacing or removing the codes ends the sessions that a stolen code may have started.
const endCodeSessions = (client: Client, { accountId, sessionId }: Caller, condition: Query): Query =>
  endSessionsQuery(
    client,
    "session_ended",
    sql`method = 'recovery_code' and account_id = ${accountId} and id <> ${sessionId} and ${condition}`,
  );

/**
 * Stores a set of codes for the signed-in user. `replace` says whether the user has a set, which is then deleted. The
 * caller must have presented a passkey or a code within 15 minutes: codes from a password alone are no second factor.
 * @throws TooManyAttempts, Refusal unauthenticated, passkey_required, no_recovery_codes or recovery_codes_exist
 */
export async function makeRecoveryCodes(
  database: Database,
  caller: Caller,
  {
    hashes,
    replace,
    authorised,
    client,
    limits,
    attempt,
  }: SignInChange & { hashes: string[]; replace: boolean; authorised: Transaction },
): Promise<void> {
  await authorised({});
  const { accountId, sessionId } = caller;
  const isVerified = hasVerifiedJustNow(caller, limits);
  const mayStore = sql`${isVerified} and ${hasPassed(attempt)}
    and exists (select from recovery_codes where account_id = ${accountId}) = ${replace}::boolean`;
  const firstHash = sql`decode(${hashes[0]}, 'hex')`;
  const isStored = sql`exists (select from recovery_codes where code_hash = ${firstHash})`;
  const {
    verified: verification,
    made: storedCodes,
    refusal,
  } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, isVerified),
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      verified: sql`select 1 as verified where ${isVerified}`,
      made: sql`
      insert into recovery_codes (code_hash, account_id)
      select decode(hash, 'hex'), ${accountId}::uuid from unnest(${hashes}::text[]) hash where ${mayStore}
      returning account_id`,
      replaced: sql`
      delete from recovery_codes
      where account_id = ${accountId} and ${isStored}
        and code_hash <> all(array(select decode(hash, 'hex') from unnest(${hashes}::text[]) hash))`,
      ended: endCodeSessions(client, caller, isStored),
      event: eventQuery(client, { kind: "recovery_codes_made", accountId, sessionId }, isStored),
      notice: noticeQuery("codes_made", accountId, isStored),
      refusal: waitQuery(attempt),
    },
  );
  if (verification.length === 0) throw new Refusal("passkey_required");
  requirePassed(refusal);
  if (storedCodes.length === 0) throw new Refusal(replace ? "no_recovery_codes" : "recovery_codes_exist");
}

/**
 * Removes the codes of the signed-in user, ends the other sessions that a code started, and notifies the user by mail.
 * @throws TooManyAttempts, Refusal unauthenticated, passkey_required, proof_required, no_recovery_codes
 */
export async function removeRecoveryCodes(
  database: Database,
  caller: Caller,
  { authorised, client, limits, attempt }: SignInChange & { authorised: Transaction },
): Promise<void> {
  await authorised({});
  const { accountId, sessionId } = caller;
  const isRemovable = sql`exists (select from recovery_codes where account_id = ${accountId})
    and ${canChangeSignIn(caller, limits)} and ${hasPassed(attempt)}`;
  const {
    proof,
    removed: removedCodes,
    refusal,
  } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, canChangeSignIn(caller, limits)),
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      proof: proofQuery(caller, limits),
      event: eventQuery(client, { kind: "recovery_codes_removed", accountId, sessionId }, isRemovable),
      notice: noticeQuery("codes_removed", accountId, isRemovable),
      ended: endCodeSessions(client, caller, isRemovable),
      removed: sql`delete from recovery_codes where account_id = ${accountId} and ${isRemovable} returning account_id`,
      refusal: waitQuery(attempt),
    },
  );
  requireProof(proof);
  requirePassed(refusal);
  if (removedCodes.length === 0) throw new Refusal("no_recovery_codes");
}

/**
 * Uses a recovery code of the signed-in user. A verified session replaces the caller's. A wrong code counts as a wrong
 * password.
 * @throws TooManyAttempts, Refusal unauthenticated, wrong_recovery_code
 */
export async function spendRecoveryCode(
  database: Database,
  caller: Caller,
  {
    codeHash,
    attempt: passwordAttempt,
    limits,
    ...session
  }: VerifiedSession & { codeHash: string; attempt: PasswordAttempt; limits: SessionLimits },
): Promise<Account> {
  const { accountId } = caller;
  const { sessionId, client } = session;
  const attempt = toAttempt(passwordAttempt);
  const isUnusedOwnCode = sql`code_hash = decode(${codeHash}, 'hex') and account_id = ${accountId} and used_at is null`;
  const isSessionStarted = isStarted(sessionId);
  const {
    signedIn: callerSession,
    account,
    refusal,
  } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, isSignedIn(caller, limits)),
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      signedIn: sql`select 1 as living where ${isSignedIn(caller, limits)}`,
      session: verifiedSessionQueries(
        session,
        accountId,
        sql`
        select account_id from recovery_codes
        where ${isUnusedOwnCode} and ${hasPassed(attempt)} and ${isSignedIn(caller, limits)}`,
      ),
      used: sql`update recovery_codes set used_at = now() where ${isUnusedOwnCode} and ${isSessionStarted}`,
      ended: endSessionsQuery(client, "session_ended", sql`id = ${caller.sessionId} and ${isSessionStarted}`),
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
      notice: noticeQuery("code_used", accountId, isSessionStarted),
      account: startedAccountQuery(sessionId),
      refusal: waitQuery(attempt),
      settle: settleQueries(passwordAttempt, isSessionStarted),
    },
  );
  if (callerSession.length === 0) throw new Refusal("unauthenticated");
  requirePassed(refusal);
  const signedInAccount = firstRow(account, toAccount);
  if (!signedInAccount) throw new Refusal("wrong_recovery_code");
  return signedInAccount;
}
