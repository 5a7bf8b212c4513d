import * as v from "valibot";
import { eventQuery } from "#functions/accounts/events.ts";
import { type Attempt, chargeAttempt, hasPassed } from "#functions/accounts/limits/store.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { isSignedIn } from "#functions/accounts/sessions/session-limits.ts";
import { endSessionsQuery } from "#functions/accounts/sessions/store.ts";
import {
  dropTokensQuery,
  isStored,
  type NewOneTimeToken,
  storeTokenQuery,
} from "#functions/accounts/sign-up/one-time-tokens.ts";
import {
  type Account,
  type AccountCall,
  accountColumns,
  lockAccountsQuery,
  toAccount,
} from "#functions/accounts/store.ts";
import { metadataLimit } from "#functions/contract/account.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import { mailQuery } from "#functions/mail/index.ts";
import type { Owner } from "./store.ts";
import type { UserMetadata } from "./user-metadata.ts";

/**
 * A change of password. `oldHash` is the hash that the change was decided on. `isRecovered` means that only the mailbox
 * proved the owner.
 */
export type PasswordChange = { oldHash: string; newHash: string; isRecovered: boolean };

/** A change of address. Both addresses get a one-time token; a new address with an account gets a notice instead. */
export type EmailChange = {
  newEmail: string;
  currentToken: NewOneTimeToken;
  newToken: NewOneTimeToken;
};

/**
 * Returns the statements that store a new password if the condition holds. They end the other sessions and delete
 * mailed tokens, because an attacker may hold them, and mail a notice to the owner.
 */
const passwordQueries = (
  { caller: { accountId, sessionId }, client }: AccountCall,
  { account: { email }, language }: Owner,
  { oldHash, newHash, isRecovered }: PasswordChange,
  condition: Query,
): Query[] => {
  const isChanged = sql`exists (select from accounts where id = ${accountId} and password_hash = ${newHash})`;
  return [
    sql`
      update accounts
      set password_hash = ${newHash}, updated_at = now(),
        password_recovered_at = case when ${isRecovered} then now() else password_recovered_at end
      where id = ${accountId} and password_hash = ${oldHash} and ${condition}`,
    sql`update sessions set recovery_until = null where id = ${sessionId} and ${isChanged}`,
    endSessionsQuery(client, sql`account_id = ${accountId} and id <> ${sessionId} and ${isChanged}`),
    dropTokensQuery(sql`account_id = ${accountId} and ${isChanged}`),
    eventQuery(client, { kind: "password_changed", accountId, sessionId }, isChanged),
    mailQuery(
      { kind: "password_changed", payload: { to: email, language, at: new Date().toISOString() } },
      isChanged,
    ),
  ];
};

/**
 * Returns the statements that begin a change of address if the condition holds. The current and the new address get a
 * token each, and both have to confirm. The owner of a taken address gets a notice instead.
 */
const emailQueries = (
  { caller: { accountId, sessionId }, client }: AccountCall,
  { language }: Owner,
  { newEmail, currentToken, newToken }: EmailChange,
  condition: Query,
): Query[] => {
  const isOwnAccount = sql`id = ${accountId} and ${condition}`;
  const isTaken = sql`exists (select from accounts where email = ${newEmail} and email_confirmed_at is not null)`;
  const mailTokenQuery = (token: NewOneTimeToken, half: "current" | "new") =>
    mailQuery(
      {
        kind: "confirm_email_change",
        payload: { to: token.email, language, ...token.mailPayload, half, new_email: newEmail },
      },
      isStored(token),
    );
  return [
    storeTokenQuery(currentToken, isOwnAccount, { change: { newEmail, half: "current" } }),
    storeTokenQuery(newToken, sql`${isOwnAccount} and not ${isTaken}`, { change: { newEmail, half: "new" } }),
    mailTokenQuery(currentToken, "current"),
    mailTokenQuery(newToken, "new"),
    mailQuery(
      { kind: "account_exists", payload: { to: newEmail, language } },
      sql`${isTaken} and ${isStored(currentToken)}`,
    ),
    eventQuery(client, { kind: "email_change_requested", accountId, sessionId }, isStored(currentToken)),
  ];
};

/** The changes that a signed-in user requests. In the metadata, null removes a member. */
type AccountChange = {
  owner: Owner;
  /** The attempt that the limits of mails count; without limits if the change sends none. */
  attempt: Attempt;
  password: PasswordChange | null;
  email: EmailChange | null;
  metadata: UserMetadata;
  /** The statements that settle the attempt after a correct current password. */
  settle: Query[];
};

/** Parses the conditions by which `changeAccount` tells why nothing changed. */
const toReasons = rowParser(
  v.object({ password_hash: v.string(), signed_in: v.boolean(), metadata_fits: v.boolean() }),
);

/**
 * Applies the changes that a signed-in user requests, in one transaction.
 * @throws TooManyAttempts if changes send too many mails, Refusal unauthenticated, changed_elsewhere if
 * the password changed after the decision, metadata_too_large
 */
export async function changeAccount(
  call: AccountCall,
  { owner, attempt, password, email, metadata, settle }: AccountChange,
): Promise<Account> {
  const { authorized, caller, environment } = call;
  const requestedMetadata = sql`${JSON.stringify(metadata)}::jsonb`;
  const mergedMetadata = sql`(
    (user_metadata || ${requestedMetadata}) - array(select key from jsonb_each(${requestedMetadata}) where value = 'null')
  )`;
  // The condition is the same before and after the change, because merging is idempotent.
  const metadataFits = sql`(
    select json_size(${mergedMetadata}) <= ${metadataLimit}::integer from accounts where id = ${caller.accountId}
  )`;
  // Checked again after the account is locked: a user who was signed out meanwhile changes nothing.
  const signedIn = isSignedIn(caller, environment);
  const isSound = sql`${signedIn} and ${metadataFits}`;
  const isAllowed = sql`${hasPassed(attempt)} and ${isSound}`;
  // The hash that the change was decided on, or the new hash.
  const expectedHash = password?.newHash ?? owner.passwordHash;
  const hasExpectedHash = password || email ? sql`password_hash = ${expectedHash}` : sql`true`;
  const { changedRows } = await chargeAttempt({ transaction: authorized, attempt, condition: signedIn })({
    settle,
    lock: lockAccountsQuery(sql`id = ${caller.accountId}`),
    password: password ? passwordQueries(call, owner, password, isAllowed) : [],
    email: email ? emailQueries(call, owner, email, sql`${hasExpectedHash} and ${isAllowed}`) : [],
    metadata: sql`
      update accounts set user_metadata = ${mergedMetadata}, updated_at = now()
      where id = ${caller.accountId} and ${isAllowed} and user_metadata <> ${mergedMetadata}
        and ${hasExpectedHash}`,
    changedRows: sql`
      select ${accountColumns}, password_hash, ${signedIn} as signed_in, ${metadataFits} as metadata_fits
      from accounts where id = ${caller.accountId}`,
  });
  const [row] = changedRows;
  if (!row) throw new AccountRefusal("changed_elsewhere");
  const reasons = toReasons(row);
  if (!reasons.signed_in) throw new Refusal("unauthenticated");
  if (!reasons.metadata_fits) throw new AccountRefusal("metadata_too_large");
  if ((password || email) && reasons.password_hash !== expectedHash)
    throw new AccountRefusal("changed_elsewhere");
  return toAccount(row);
}
