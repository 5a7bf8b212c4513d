import * as v from "valibot";
import { type Language, languages } from "#cms/content/site.ts";
import { eventQuery } from "#functions/accounts/events.ts";
import {
  isAdministrator,
  isMailboxProvenJustNow,
  lacksPasskey,
  standsInForPassword,
} from "#functions/accounts/fresh-proofs.ts";
import { type Attempt, chargeAttempt } from "#functions/accounts/limits/store.ts";
import { AccountRefusal } from "#functions/accounts/refusals.ts";
import { isOwnActiveSession, isSignedIn } from "#functions/accounts/sessions/session-limits.ts";
import {
  type Account,
  type AccountCall,
  accountColumns,
  lockAccountsQuery,
  toAccount,
  toPasswordHash,
} from "#functions/accounts/store.ts";
import { Refusal } from "#functions/kernel/database/refusals.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, type Row, sql } from "#functions/kernel/database/sql.ts";
import { mailQuery } from "#functions/mail/index.ts";

/** The signed-in user, with the data that decides on changes. */
export type Owner = {
  account: Account;
  passwordHash: string;
  language: Language;
  hasPassword: boolean;
  /** Whether the session has recently shown a recovery code, or a passkey that stands in for the password. */
  isVerified: boolean;
  /** Whether the session proves the mailbox: after a recovery, or a recent mail to an account without a password. */
  isMailboxProven: boolean;
  /** Whether the session must present a passkey before it changes anything but a forgotten password. */
  lacksPasskey: boolean;
};

const toRights = rowParser(
  v.object({
    language: v.picklist(languages),
    recovering: v.boolean(),
    mailbox_proven: v.boolean(),
    verified: v.boolean(),
    has_password: v.boolean(),
    lacks_passkey: v.boolean(),
  }),
);

/** Parses the signed-in user's account, with the rights of the session to change it. */
function toOwner(row: Row): Owner {
  const { language, recovering, mailbox_proven, verified, has_password, lacks_passkey } = toRights(row);
  return {
    account: toAccount(row),
    passwordHash: toPasswordHash(row),
    language,
    hasPassword: has_password,
    isVerified: verified,
    isMailboxProven: has_password ? recovering : mailbox_proven,
    lacksPasskey: lacks_passkey,
  };
}

/**
 * Reads the signed-in user. Charges `attempt` if a password is about to be verified.
 * @throws Refusal unauthenticated, TooManyAttempts
 */
export async function getOwner(
  { authorized, caller, environment }: AccountCall,
  attempt: Attempt | null,
): Promise<Owner> {
  const condition = isSignedIn(caller, environment);
  const { ownerRows } = await chargeAttempt({ transaction: authorized, attempt, condition })({
    ownerRows: sql`
      select ${accountColumns}, password_hash, language, coalesce(recovery_until > now(), false) as recovering,
        ${isMailboxProvenJustNow} as mailbox_proven, ${standsInForPassword} as verified, ${lacksPasskey} as lacks_passkey
      from accounts join sessions on account_id = accounts.id where ${isOwnActiveSession(caller, environment)}`,
  });
  const owner = firstRow(ownerRows, toOwner);
  if (!owner) throw new Refusal("unauthenticated");
  return owner;
}

/** Parses the conditions by which `deleteOwner` tells why it deletes nothing. */
const toReasons = rowParser(
  v.object({ password_hash: v.string(), signed_in: v.boolean(), lacks_passkey: v.boolean() }),
);

/**
 * Deletes the account of the signed-in user with all dependent rows, and notifies the user by mail.
 * @param settle statements that reset the attempt limits, because the current password was correct
 * @throws Refusal unauthenticated, passkey_required, last_administrator, changed_elsewhere if the password changed
 * after it was verified
 */
export async function deleteOwner(
  { authorized, caller, client, environment }: AccountCall,
  owner: Owner,
  settle: Query[],
): Promise<void> {
  const { accountId, sessionId } = caller;
  const { account, passwordHash, language } = owner;
  const signedIn = isSignedIn(caller, environment);
  const isPasskeyMissing = sql`exists (select from sessions where id = ${sessionId} and ${lacksPasskey})`;
  const isDeletable = sql`exists (
    select from accounts
    where id = ${accountId} and password_hash = ${passwordHash} and ${signedIn}
      and not ${isPasskeyMissing} and not (
        ${isAdministrator(sql`${accountId}`)}
        and not exists (select from profiles where user_id <> ${accountId} and role = 'admin')
      )
  )`;
  const { remainingAccounts } = await authorized({
    // Administrators who leave at the same time take turns here, so that the last one stays.
    turn: sql`select pg_advisory_xact_lock(hashtext('administrators leave'))`,
    settle,
    lock: lockAccountsQuery(sql`id = ${accountId}`),
    // The mail precedes the deletion, so that a call that deletes nothing sends no mail.
    mail: mailQuery({ kind: "account_deleted", payload: { to: account.email, language } }, isDeletable),
    event: eventQuery(client, { kind: "account_deleted", accountId, sessionId }, isDeletable),
    account: sql`delete from accounts where id = ${accountId} and ${isDeletable}`,
    remainingAccounts: sql`
      select password_hash, ${signedIn} as signed_in, ${isPasskeyMissing} as lacks_passkey
      from accounts where id = ${accountId}`,
  });
  const reasons = firstRow(remainingAccounts, toReasons);
  if (!reasons) return;
  if (!reasons.signed_in) throw new Refusal("unauthenticated");
  if (reasons.lacks_passkey) throw new Refusal("passkey_required");
  throw new AccountRefusal(
    reasons.password_hash === passwordHash ? "last_administrator" : "changed_elsewhere",
  );
}
