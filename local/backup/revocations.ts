import * as v from "valibot";
import type { DatabaseAddress } from "#functions/data/database.ts";
import { sql } from "#functions/data/sql.ts";
import { operate } from "#local/commands/operator.ts";
import type { Row } from "./rows.ts";

/** Access in a later state of the database: accounts with their credentials, passkeys, and administrators. */
export type Access = {
  accounts: { id: string; email: string; password_hash: string | null }[];
  administrators: string[];
  passkeys: string[];
  administratorsNeedPasskeys: boolean;
};

const account = v.object({ id: v.string(), email: v.string(), password_hash: v.nullable(v.string()) });
const profile = v.object({ user_id: v.string(), role: v.string() });
const passkey = v.object({ id: v.string() });
const rule = v.object({ administrators_need_passkeys: v.boolean() });

/** Collects it from the rows of a later state, as they pass: of the database itself, or of a newer backup. */
export function collectAccess() {
  const access: Access = {
    ...{ accounts: [], administrators: [], passkeys: [] },
    administratorsNeedPasskeys: false,
  };
  return {
    access,
    add({ table, row }: Row): void {
      if (table === "accounts") access.accounts.push(v.parse(account, JSON.parse(row)));
      if (table === "passkeys") access.passkeys.push(v.parse(passkey, JSON.parse(row)).id);
      if (table === "sign_in_rules") {
        access.administratorsNeedPasskeys ||= v.parse(rule, JSON.parse(row)).administrators_need_passkeys;
      }
      if (table !== "profiles") return;
      const { user_id: id, role } = v.parse(profile, JSON.parse(row));
      if (role === "admin") access.administrators.push(id);
    },
  };
}

/**
 * Takes away again what was taken away after the backup: accounts that are gone (whatever address they had), the role of an administrator,
 * passkeys, passwords and addresses that were replaced, and sign-in by a password alone where the rule forbids it now. Nothing is given.
 */
export async function revokeAgain(address: DatabaseAddress, access: Access) {
  const { accounts, administrators, passkeys, administratorsNeedPasskeys } = access;
  const later = sql`jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as later (id uuid, email text, password_hash text)`;
  const { gone, demoted, removed, changed } = await operate(address)({
    gone: sql`delete from accounts where id not in (select id from ${later}) returning id`,
    demoted: sql`
      update profiles set role = 'user'
      where role = 'admin' and user_id <> all (${administrators}::uuid[]) returning user_id`,
    removed: sql`delete from passkeys where id <> all (${passkeys}::uuid[]) returning id`,
    changed: sql`
      update accounts set password_hash = later.password_hash, email = later.email
      from ${later}
      where accounts.id = later.id
        and (accounts.password_hash, accounts.email) is distinct from (later.password_hash, later.email)
      returning accounts.id`,
    rule: sql`
      update sign_in_rules set administrators_need_passkeys = true, changed_at = now()
      where ${administratorsNeedPasskeys} and not administrators_need_passkeys`,
  });
  return {
    accounts: gone.length,
    administrators: demoted.length,
    passkeys: removed.length,
    credentials: changed.length,
  };
}
