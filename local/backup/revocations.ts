import * as v from "valibot";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "#local/commands/operator.ts";
import type { Row } from "./rows.ts";

/**
 * Access in a later state of the database: accounts with their credentials, passkeys, administrators, and own-message
 * links.
 */
export type Access = {
  accounts: {
    id: string;
    email: string;
    password_hash: string | null;
    first_passkey_until: string | null;
    administrator_invitation: string | null;
  }[];
  administrators: string[];
  passkeys: string[];
  /** Idempotency keys of the receipts whose link is valid. */
  links: string[];
  /** Accounts that the audit of accounts mentions; they may be deleted. */
  auditedAccounts: Set<string>;
  administratorsNeedPasskeys: boolean;
};

const accountRow = v.object({
  id: v.string(),
  email: v.string(),
  password_hash: v.nullable(v.string()),
  // A backup of an older schema lacks these columns.
  first_passkey_until: v.optional(v.nullable(v.string()), null),
  administrator_invitation: v.optional(v.nullable(v.string()), null),
});
const receiptRow = v.object({
  idempotency_key: v.string(),
  link_hash: v.optional(v.nullable(v.string()), null),
});
const accountEvent = v.object({ account_id: v.nullable(v.string()) });
const profileRow = v.object({ user_id: v.string(), role: v.string() });
const passkeyRow = v.object({ id: v.string() });
const ruleRow = v.object({ administrators_need_passkeys: v.boolean() });

/**
 * Collects the rights that a restore must not exceed, from later rows: of the live database or a newer backup. A
 * deleted account without later audit entries (`auditedAccounts`) was erased, so the restore deletes its entries, too.
 */
export function collectAccess() {
  const access: Access = {
    accounts: [],
    administrators: [],
    passkeys: [],
    links: [],
    auditedAccounts: new Set(),
    administratorsNeedPasskeys: false,
  };
  return {
    access,
    add({ table, row }: Row): void {
      if (table === "accounts") access.accounts.push(v.parse(accountRow, JSON.parse(row)));
      if (table === "passkeys") access.passkeys.push(v.parse(passkeyRow, JSON.parse(row)).id);
      if (table === "sign_in_rules") {
        access.administratorsNeedPasskeys ||= v.parse(ruleRow, JSON.parse(row)).administrators_need_passkeys;
      }
      if (table === "contact_receipts") {
        const { idempotency_key: key, link_hash: link } = v.parse(receiptRow, JSON.parse(row));
        if (link !== null) access.links.push(key);
      }
      if (table === "account_events") {
        const { account_id: id } = v.parse(accountEvent, JSON.parse(row));
        if (id !== null) access.auditedAccounts.add(id);
      }
      if (table !== "profiles") return;
      const { user_id: id, role } = v.parse(profileRow, JSON.parse(row));
      if (role === "admin") access.administrators.push(id);
    },
  };
}

/**
 * Repeats the revocations made after the backup, and never grants a right. It covers accounts that are gone (whatever
 * address they had), the role of an administrator, passkeys, and replaced passwords and addresses. It also covers
 * sign-in by a password alone where the rule now forbids it, own-message links, the first enrollment of a passkey,
 * invitations of administrators, and the audits of erased accounts.
 */
export async function revokeAgain(address: DatabaseAddress, access: Access) {
  const { accounts, administrators, passkeys, links, auditedAccounts, administratorsNeedPasskeys } = access;
  const laterAccounts = sql`
    jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb)
      as later (
        id uuid, email text, password_hash text, first_passkey_until timestamptz, administrator_invitation bytea
      )`;
  const run = openOperatorTransactions(address);
  const { deletedAccounts, demotedAdministrators, removedPasskeys, changedAccounts } = await run({
    deletedAccounts: sql`delete from accounts where id not in (select id from ${laterAccounts}) returning id`,
    demotedAdministrators: sql`
      update profiles set role = 'user'
      where role = 'admin' and user_id <> all (${administrators}::uuid[]) returning user_id`,
    removedPasskeys: sql`delete from passkeys where id <> all (${passkeys}::uuid[]) returning id`,
    // Every address is free before another account takes it: the accounts may have swapped addresses.
    moved: sql`
      update accounts set email = accounts.id || '@restored.invalid'
      from ${laterAccounts}
      where accounts.id = later.id and accounts.email <> later.email`,
    changedAccounts: sql`
      update accounts set password_hash = later.password_hash, email = later.email
      from ${laterAccounts}
      where accounts.id = later.id
        and (accounts.password_hash, accounts.email) is distinct from (later.password_hash, later.email)
      returning accounts.id`,
    rule: sql`
      update sign_in_rules set administrators_need_passkeys = true, changed_at = now()
      where ${administratorsNeedPasskeys} and not administrators_need_passkeys`,
    links: sql`
      update contact_receipts set link_hash = null
      where link_hash is not null and idempotency_key <> all (${links}::uuid[])`,
    firstPasskeys: sql`
      update accounts set first_passkey_until = null
      where first_passkey_until is not null
        and id not in (select id from ${laterAccounts} where later.first_passkey_until > now())`,
    invitations: sql`
      update accounts set administrator_invitation = null, administrator_invited_by = null
      where administrator_invitation is not null
        and (id, administrator_invitation) not in (
          select id, administrator_invitation from ${laterAccounts} where administrator_invitation is not null
        )`,
  });
  // An operator who erases a person deletes the audits too. The address of the erasure may be newer than the address in
  // this database.
  const auditedIds = [...auditedAccounts];
  const isErased = sql`
    account_id is not null and account_id not in (select id from accounts) and account_id <> all (${auditedIds}::uuid[])`;
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
