import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import { type LaterState, selectLater } from "./later-state.ts";

/**
 * Repeats the revocations made after the backup, and never grants a right. It covers accounts that are gone (whatever
 * address they had), the role of an administrator, passkeys, and replaced passwords and addresses. It also covers
 * sign-in by a password alone where the rule now forbids it, own-message links, links to conversations, reply addresses, the first
 * enrollment of a passkey and the grace period before it, and the audits of erased accounts.
 */
export async function revokeAgain(address: DatabaseAddress, state: LaterState) {
  const laterAccounts = sql`${selectLater("accounts", state)} as later`;
  const run = openOperatorTransactions(address);
  const { deletedAccounts, removedPasskeys, demotedAdministrators, changedAccounts } = await run({
    deletedAccounts: sql`delete from accounts where id not in (select id from ${laterAccounts}) returning id`,
    // Counted before a demotion removes the passkeys of its account.
    removedPasskeys: sql`
      delete from passkeys where id not in (select id from ${selectLater("passkeys", state)}) returning id`,
    demotedAdministrators: sql`
      update profiles set role = 'user'
      where role = 'admin'
        and user_id not in (select user_id from ${selectLater("profiles", state)} where role = 'admin')
      returning user_id`,
    // Every address is free before another account takes it: the accounts may have swapped addresses.
    moved: sql`
      update accounts set email = accounts.id || '@restored.invalid'
      from ${laterAccounts}
      where accounts.id = later.id and accounts.email <> later.email`,
    changedAccounts: sql`
      update accounts
      set password_hash = later.password_hash, email = later.email,
        password_recovered_at = later.password_recovered_at
      from ${laterAccounts}
      where accounts.id = later.id
        and (accounts.password_hash, accounts.email) is distinct from (later.password_hash, later.email)
      returning accounts.id`,
    rule: sql`
      update sign_in_rules set administrators_need_passkeys = true, changed_at = now()
      where not administrators_need_passkeys
        and exists (select from ${selectLater("sign_in_rules", state)} as later where later.administrators_need_passkeys)`,
    links: sql`
      update contact_receipts set link_hash = null
      where link_hash is not null
        and idempotency_key not in (
          select idempotency_key from ${selectLater("contact_receipts", state)} where link_hash is not null
        )`,
    conversationLinks: sql`
      update conversation_entries set link_hash = null
      where link_hash is not null
        and id not in (
          select id from ${selectLater("conversation_entries", state)} where link_hash is not null
        )`,
    replyAddresses: sql`
      update reply_addresses set revoked_at = now()
      where revoked_at is null
        and token_hash not in (
          select token_hash from ${selectLater("reply_addresses", state)} where revoked_at is null
        )`,
    firstPasskeys: sql`
      update accounts set first_passkey_until = null
      where first_passkey_until is not null
        and id not in (select id from ${laterAccounts} where later.first_passkey_until > now())`,
    graces: sql`
      update accounts set passkey_grace_until = null
      where passkey_grace_until is not null
        and id not in (select id from ${laterAccounts} where later.passkey_grace_until > now())`,
  });
  // An operator who erases a person deletes the audits too, and a deleted account has later entries in them. The address
  // of the erasure may be newer than the address in this database.
  const isErased = sql`
    account_id is not null
      and account_id not in (select id from accounts)
      and account_id not in (
        select account_id from ${selectLater("account_events", state)} where account_id is not null
      )`;
  await run({
    // The audits accept deletions only with this claim.
    claims: sql`select set_config('request.jwt.claims', '{"service": "privacy"}', true)`,
    events: sql`delete from account_events where ${isErased}`,
    actions: sql`delete from inbox_actions where ${isErased}`,
  });
  return {
    accounts: deletedAccounts.length,
    administrators: demotedAdministrators.length,
    passkeys: removedPasskeys.length,
    credentials: changedAccounts.length,
  };
}
