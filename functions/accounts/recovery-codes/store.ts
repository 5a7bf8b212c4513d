import * as v from "valibot";
import { eventQuery } from "#functions/accounts/events.ts";
import {
  chargeQueries,
  type PasswordAttempt,
  passed,
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
  hasVerifiedJustNow,
  mayChangeSignIn,
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
  const may = sql`${isVerified} and ${passed(attempt)}
    and exists (select from recovery_codes where account_id = ${accountId}) = ${replace}::boolean`;
  const first = sql`decode(${hashes[0]}, 'hex')`;
  const isMade = sql`exists (select from recovery_codes where code_hash = ${first})`;
  const { verified, made, refusal } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, isVerified),
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      verified: sql`select 1 as verified where ${isVerified}`,
      made: sql`
      insert into recovery_codes (code_hash, account_id)
      select decode(hash, 'hex'), ${accountId}::uuid from unnest(${hashes}::text[]) hash where ${may}
      returning account_id`,
      replaced: sql`
      delete from recovery_codes
      where account_id = ${accountId} and ${isMade}
        and code_hash <> all(array(select decode(hash, 'hex') from unnest(${hashes}::text[]) hash))`,
      ended: endCodeSessions(client, caller, isMade),
      event: eventQuery(client, { kind: "recovery_codes_made", accountId, sessionId }, isMade),
      notice: noticeQuery("codes_made", accountId, isMade),
      refusal: waitQuery(attempt),
    },
  );
  if (verified.length === 0) throw new Refusal("passkey_required");
  requirePassed(refusal);
  if (made.length === 0) throw new Refusal(replace ? "no_recovery_codes" : "recovery_codes_exist");
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
  const goes = sql`exists (select from recovery_codes where account_id = ${accountId})
    and ${mayChangeSignIn(caller, limits)} and ${passed(attempt)}`;
  const { proof, removed, refusal } = await database.run(
    { service: "auth" },
    {
      charge: chargeQueries(attempt, mayChangeSignIn(caller, limits)),
      lock: lockAccountsQuery(sql`id = ${accountId}`),
      proof: proofQuery(caller, limits),
      event: eventQuery(client, { kind: "recovery_codes_removed", accountId, sessionId }, goes),
      notice: noticeQuery("codes_removed", accountId, goes),
      ended: endCodeSessions(client, caller, goes),
      removed: sql`delete from recovery_codes where account_id = ${accountId} and ${goes} returning account_id`,
      refusal: waitQuery(attempt),
    },
  );
  requireProof(proof);
  requirePassed(refusal);
  if (removed.length === 0) throw new Refusal("no_recovery_codes");
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
    attempt: password,
    limits,
    ...session
  }: VerifiedSession & { codeHash: string; attempt: PasswordAttempt; limits: SessionLimits },
): Promise<Account> {
  const { accountId } = caller;
  const { sessionId, client } = session;
  const attempt = toAttempt(password);
  const isTheirs = sql`code_hash = decode(${codeHash}, 'hex') and account_id = ${accountId} and used_at is null`;
  const begun = isStarted(sessionId);
  const { signedIn, account, refusal } = await database.run(
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
        where ${isTheirs} and ${passed(attempt)} and ${isSignedIn(caller, limits)}`,
      ),
      used: sql`update recovery_codes set used_at = now() where ${isTheirs} and ${begun}`,
      ended: endSessionsQuery(client, "session_ended", sql`id = ${caller.sessionId} and ${begun}`),
      failed: eventQuery(
        client,
        {
          kind: "sign_in_failed",
          accountId,
          sessionId: caller.sessionId,
          detail: { method: "recovery_code" },
        },
        sql`${passed(attempt)} and not ${begun}`,
      ),
      notice: noticeQuery("code_used", accountId, begun),
      account: startedAccountQuery(sessionId),
      refusal: waitQuery(attempt),
      settle: settleQueries(password, begun),
    },
  );
  if (signedIn.length === 0) throw new Refusal("unauthenticated");
  requirePassed(refusal);
  const found = firstRow(account, toAccount);
  if (!found) throw new Refusal("wrong_recovery_code");
  return found;
}
