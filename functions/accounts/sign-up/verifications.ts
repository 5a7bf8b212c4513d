import { eventsQuery } from "#functions/accounts/events.ts";
import {
  type Attempt,
  chargeAttempt,
  hasPassed,
  openAuthService,
  refundQueries,
  startsBackoff,
} from "#functions/accounts/limits/store.ts";
import { changeEmailQueries, isEmailChanged } from "#functions/accounts/own-account/email-changes.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import {
  type NewSession,
  startedAccountQuery,
  startSessionQueries,
} from "#functions/accounts/sessions/store.ts";
import { type Account, lockAccountsQuery, toAccount } from "#functions/accounts/store.ts";
import { codeLifetimeMinutes, type MailPurpose } from "#functions/contract/account.ts";
import type { Database } from "#functions/kernel/database/database.ts";
import { firstRow } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";

/** A token that a caller presents: the hash of a link's token, or a code with the address that it was mailed to. */
export type PresentedToken = { tokenHash: string } | { email: string; codeHmacs: string[] };

/** A presented token and the session to start, whose id identifies this attempt until then. */
type Verification = NewSession & { token: PresentedToken; purposes: MailPurpose[]; attempt: Attempt };

/**
 * Returns a SQL condition of the tokens that a caller may have presented. A link names one; a code may belong to any
 * token that was mailed to the address.
 */
const isCandidate = (token: PresentedToken, purposes: MailPurpose[]): Query =>
  "tokenHash" in token
    ? sql`token_hash = decode(${token.tokenHash}, 'hex') and purpose = any(${purposes}::text[])`
    : sql`email = ${token.email} and purpose = any(${purposes}::text[])`;

const isMatch = (token: PresentedToken): Query =>
  "tokenHash" in token ? sql`true` : sql`encode(code_hmac, 'hex') = any(${token.codeHmacs}::text[])`;

/** Returns the audit statements for a wrong link or code: a failed sign-in, and `limited` if it starts a block. */
function failureQueries({ token, purposes, sessionId, client, attempt }: Verification): Query[] {
  const failedAccount = sql`
    select (select account_id from one_time_tokens where ${isCandidate(token, purposes)} limit 1) as account_id,
      null::uuid as session_id
    where ${hasPassed(attempt)} and not exists (select from one_time_tokens where ${isSpentBy(sessionId)})`;
  return [
    eventsQuery(client, "sign_in_failed", failedAccount),
    eventsQuery(client, "limited", sql`${failedAccount} and ${startsBackoff(attempt)}`),
  ];
}

// Matches the token that the attempt presented and spent. Its `attempt_id` is the id of the session that it starts.
const isSpentBy = (sessionId: string): Query => sql`attempt_id = ${sessionId}::uuid and spent_at is not null`;
const spentAccountQuery = (sessionId: string): Query =>
  sql`select account_id from one_time_tokens where ${isSpentBy(sessionId)}`;

const isAlive = sql`spent_at is null and expires_at > now()`;
const isCodeAlive = sql`tried_codes < 5 and created_at > now() - make_interval(mins => ${codeLifetimeMinutes}::integer)`;

/**
 * Returns the statements that spend the presented token. Its account is locked first, so that calls about it take
 * turns. A wrong code counts against every token that it may belong to. Links cannot be guessed, so a valid link is
 * spent even after many wrong links from the same network.
 */
function spendQueries({ token, purposes, sessionId, attempt }: Verification): Query[] {
  const isCode = "codeHmacs" in token;
  return [
    lockAccountsQuery(
      sql`id in (select account_id from one_time_tokens where ${isCandidate(token, purposes)})`,
    ),
    sql`
      update one_time_tokens
      set attempt_id = ${sessionId}::uuid, tried_codes = tried_codes + ${isCode ? 1 : 0}::integer
      where ${isCandidate(token, purposes)} and ${isAlive} and ${isCode ? sql`${isCodeAlive} and ${hasPassed(attempt)}` : sql`true`}`,
    sql`
      update one_time_tokens set spent_at = now()
      where token_hash = (
        select token_hash from one_time_tokens
        where attempt_id = ${sessionId}::uuid and ${isAlive} and ${isMatch(token)}
        order by created_at desc limit 1
      )`,
  ];
}

/**
 * Returns the statements that confirm the address of a spent token. The password and the metadata of a sign-up apply
 * only to an unconfirmed address, and only if all its sign-ups had the same password. Otherwise the reader of the mail
 * may not have chosen them.
 */
function confirmQueries({ client, sessionId }: Verification): Query[] {
  const isSpent = isSpentBy(sessionId);
  const isSignUpValid = sql`email_confirmed_at is null and not exists (
    select from one_time_tokens other
    where other.account_id = one_time_tokens.account_id and other.purpose = 'signup'
      and other.password_hash is distinct from one_time_tokens.password_hash
  )`;
  return [
    eventsQuery(
      client,
      "confirmed",
      sql`
        select id as account_id, ${sessionId}::uuid as session_id
        from accounts where email_confirmed_at is null and id in (${spentAccountQuery(sessionId)})`,
    ),
    sql`
      update accounts
      set password_hash = case
          when ${isSignUpValid} then coalesce(one_time_tokens.password_hash, accounts.password_hash)
          else accounts.password_hash
        end,
        user_metadata = case
          when ${isSignUpValid} then coalesce(one_time_tokens.user_metadata, accounts.user_metadata)
          else accounts.user_metadata
        end,
        email_confirmed_at = coalesce(email_confirmed_at, now()),
        updated_at = case when email_confirmed_at is null then now() else updated_at end
      from one_time_tokens
      where accounts.id = account_id and ${isSpent} and purpose <> 'email_change'`,
  ];
}

/**
 * Returns the statements that invalidate the account's other tokens for the purpose of the spent token, and its sign-up
 * tokens. After a token of a change of address, only tokens of the same half and new address become invalid.
 */
const retireQueries = (sessionId: string): Query[] => [
  sql`
    update one_time_tokens set spent_at = now(), attempt_id = null
    where spent_at is null and purpose = 'signup'
      and account_id in (${spentAccountQuery(sessionId)} and purpose <> 'email_change')`,
  sql`
    update one_time_tokens other set spent_at = now(), attempt_id = null
    from one_time_tokens spent
    where spent.attempt_id = ${sessionId}::uuid and spent.spent_at is not null
      and other.spent_at is null and other.account_id = spent.account_id and other.purpose = spent.purpose
      and other.half is not distinct from spent.half and other.new_email is not distinct from spent.new_email`,
];

/** Selects the sign-in with a spent token. The first half of a change of address is none. */
const signInQuery = (sessionId: string): Query => sql`
  select account_id, purpose as method from one_time_tokens
  where ${isSpentBy(sessionId)} and (purpose <> 'email_change' or ${isEmailChanged(sessionId)})
  limit 1`;

/**
 * Spends a one-time token and performs its action in one transaction. A wrong code counts against every token that it
 * may belong to. Their codes expire with the fifth wrong code or after ten minutes; their links stay valid.
 * @returns the account of the session that starts; null after half of a change of address whose other half is not
 * confirmed yet
 * @throws TooManyAttempts, Refusal invalid_link, invalid_code
 */
export async function spendOneTimeToken(
  database: Database,
  verification: Verification,
): Promise<Account | null> {
  const { sessionId, client, attempt } = verification;
  const isSpent = isSpentBy(sessionId);
  const startedSession = sql`select account_id, id as session_id from sessions where id = ${sessionId}`;
  const isAnySpent = sql`exists (select from one_time_tokens where ${isSpent})`;
  // A valid link passes even if a limit rejects the attempt.
  const condition = sql`not ${isAnySpent}`;
  const { account, spentToken } = await chargeAttempt({
    transaction: openAuthService(database),
    attempt,
    condition,
  })({
    spend: spendQueries(verification),
    confirm: confirmQueries(verification),
    retire: retireQueries(sessionId),
    invitation: sql`select accept_administrator_invitation(${sessionId}::uuid)`,
    changeEmail: changeEmailQueries(client, sessionId),
    session: startSessionQueries(verification, signInQuery(sessionId)),
    // A correct token is not an attempt to guess.
    refund: refundQueries(attempt, sql`${isAnySpent} and ${hasPassed(attempt)}`),
    signedIn: eventsQuery(client, "signed_in", startedSession),
    failed: failureQueries(verification),
    account: startedAccountQuery(sessionId),
    spentToken: sql`select purpose from one_time_tokens where ${isSpent}`,
  });
  const signedInAccount = firstRow(account, toAccount);
  if (signedInAccount || spentToken.length > 0) return signedInAccount;
  throw new AccountRefusal("tokenHash" in verification.token ? "invalid_link" : "invalid_code");
}
