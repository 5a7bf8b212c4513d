import loadArgon2 from "@phi-ag/argon2/node";
import * as v from "valibot";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { lockAccountsQuery } from "#functions/accounts/store.ts";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { openFirstPasskeyQuery } from "#functions/kernel/database/fresh-proofs.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "./operator.ts";

/** An administrator as the operator's list shows it. */
export type Administrator = {
  email: string;
  confirmed: boolean;
  lastSignInAt: Date | null;
};

const toAdministrator = rowParser(
  v.pipe(
    v.object({ email: v.string(), confirmed: v.boolean(), last_sign_in_at: v.nullable(v.date()) }),
    v.transform(({ last_sign_in_at: lastSignInAt, ...row }): Administrator => ({ ...row, lastSignInAt })),
  ),
);

const toCredentials = rowParser(
  v.pipe(
    v.object({ password_hash: v.string(), email_confirmed_at: v.nullable(v.date()) }),
    v.transform((row) => ({ passwordHash: row.password_hash, confirmed: row.email_confirmed_at !== null })),
  ),
);

const normalizeEmail = (email: string) => email.trim().toLowerCase();

/**
 * Ensures for `npm start` and `npm run deploy` that an administrator with this confirmed address exists. A confirmed
 * account keeps a password that its owner has chosen since, unless `replace` is set. A replaced password ends every
 * session of the account. Every other administrator without any sign-in loses the role: an earlier run granted it to an
 * address that was corrected since. An account with a sign-in keeps the role until `npm run admin -- revoke`.
 * @returns whether the given password is now the password of the account
 */
export async function seedAdministrator(
  address: DatabaseAddress,
  { email, password, replace = false }: { email: string; password: string; replace?: boolean },
): Promise<boolean> {
  const operator = openOperatorTransactions(address);
  const argon2 = await loadArgon2();
  const passwords = createPasswords(() => argon2);
  const { accounts } = await operator({
    accounts: sql`select password_hash, email_confirmed_at from accounts where email = ${normalizeEmail(email)}`,
  });
  const account = firstRow(accounts, toCredentials);
  const { valid } = passwords.verifyPassword(password, account?.passwordHash ?? null);
  // The owner of an unconfirmed address has proved neither the address nor the password.
  const keepsPassword = account?.confirmed && !replace;
  if (account && (valid || keepsPassword)) {
    await operator({
      confirm: sql`
        update accounts set email_confirmed_at = coalesce(email_confirmed_at, now()) where email = ${normalizeEmail(email)}`,
      grant: grantQuery(email),
      revoke: revokeUnusedQuery(email),
    });
    return valid;
  }
  await operator({
    account: sql`
      insert into accounts (id, email, password_hash, email_confirmed_at)
      values (${crypto.randomUUID()}, ${normalizeEmail(email)}, ${passwords.hashPassword(password)}, now())
      on conflict (email) do update set
        password_hash = excluded.password_hash,
        email_confirmed_at = coalesce(accounts.email_confirmed_at, now()),
        updated_at = now()`,
    sessions: sql`
      update sessions set ended_at = now()
      where ended_at is null and account_id = (select id from accounts where email = ${normalizeEmail(email)})`,
    event: sql`
      insert into account_events (account_id, kind)
      select id, 'password_changed' from accounts where email = ${normalizeEmail(email)} and updated_at > created_at`,
    grant: grantQuery(email),
    revoke: revokeUnusedQuery(email),
  });
  return true;
}

/** Returns the statement that makes the account of a confirmed address an administrator; no row without such one. */
const grantQuery = (email: string) => sql`
  insert into profiles (user_id, role)
  select id, 'admin' from accounts where email = ${normalizeEmail(email)} and email_confirmed_at is not null
  on conflict (user_id) do update set role = 'admin'
  returning user_id`;

/**
 * Revokes the role of all other administrators who never signed in, because an earlier run may have granted it to an
 * address that was corrected since.
 */
const revokeUnusedQuery = (email: string) => sql`
  update profiles set role = 'user'
  where role = 'admin'
    and user_id in (select id from accounts where email <> ${normalizeEmail(email)} and last_sign_in_at is null)`;

/**
 * The result of a grant. `opened`: the account has no passkey or recovery code, and may now add its first passkey. An
 * unconfirmed address is not granted, because it need not belong to the person who signed up with it.
 */
type Grant = "granted" | "opened" | "unconfirmed" | "unknown";

/**
 * Returns the statement that lets an administrator without a passkey or recovery code add the first passkey within 24
 * hours, and records that in the audit of accounts. It returns a row if it does.
 */
const openFirstPasskeyEventQuery = (email: string) => sql`
  with opened as (${openFirstPasskeyQuery(normalizeEmail(email))})
  insert into account_events (account_id, kind, detail)
  select account_id, 'first_passkey_opened', '{"by": "operator"}' from opened
  returning account_id`;

/**
 * Makes the account of a confirmed address an administrator. If it has no passkey or recovery code, it may add a first
 * passkey within 24 hours.
 */
export async function grantAdministrator(address: DatabaseAddress, email: string): Promise<Grant> {
  const { lockedAccounts, grantedProfiles, openedAccounts } = await openOperatorTransactions(address)({
    lockedAccounts: lockAccountsQuery(sql`email = ${normalizeEmail(email)}`),
    grantedProfiles: grantQuery(email),
    openedAccounts: openFirstPasskeyEventQuery(email),
  });
  if (grantedProfiles.length > 0) return openedAccounts.length > 0 ? "opened" : "granted";
  return lockedAccounts.length > 0 ? "unconfirmed" : "unknown";
}

/** Revokes the role, which ends at once in all sessions, and an open invitation. Returns which of them existed. */
export async function revokeAdministrator(
  address: DatabaseAddress,
  email: string,
): Promise<"revoked" | "uninvited" | null> {
  const { cancelledInvitations, revokedProfiles } = await openOperatorTransactions(address)({
    cancelledInvitations: sql`
      update accounts set administrator_invitation = null, administrator_invited_by = null
      where email = ${normalizeEmail(email)} and administrator_invitation is not null
      returning id`,
    revokedProfiles: sql`
      update profiles set role = 'user'
      where role = 'admin' and user_id = (select id from accounts where email = ${normalizeEmail(email)})
      returning user_id`,
  });
  if (revokedProfiles.length > 0) return "revoked";
  return cancelledInvitations.length > 0 ? "uninvited" : null;
}

/**
 * Removes the passkeys and recovery codes of an account whose owner lost them, and ends its sessions. The owner signs
 * in with the password and adds a new passkey, an administrator within 24 hours.
 * @returns the number of passkeys, or null without such an account
 */
export async function forgetPasskeys(address: DatabaseAddress, email: string): Promise<number | null> {
  const account = sql`(select id from accounts where email = ${normalizeEmail(email)})`;
  const { lockedAccounts, removedPasskeys } = await openOperatorTransactions(address)({
    lockedAccounts: lockAccountsQuery(sql`email = ${normalizeEmail(email)}`),
    removedPasskeys: sql`delete from passkeys where account_id = ${account} returning id`,
    codes: sql`delete from recovery_codes where account_id = ${account}`,
    sessions: sql`update sessions set ended_at = now() where ended_at is null and account_id = ${account}`,
    event: sql`
      insert into account_events (account_id, kind, detail)
      select id, 'passkey_removed', '{"by": "operator"}' from accounts where email = ${normalizeEmail(email)}`,
    opened: openFirstPasskeyEventQuery(email),
  });
  return lockedAccounts.length > 0 ? removedPasskeys.length : null;
}

/** Lists all administrators, by address. */
export async function listAdministrators(address: DatabaseAddress): Promise<Administrator[]> {
  const { administrators } = await openOperatorTransactions(address)({
    administrators: sql`
      select email, email_confirmed_at is not null as confirmed, last_sign_in_at
      from accounts join profiles on user_id = id
      where role = 'admin' order by email`,
  });
  return administrators.map(toAdministrator);
}
