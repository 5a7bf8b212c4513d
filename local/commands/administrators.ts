import loadArgon2 from "@phi-ag/argon2/node";
import * as v from "valibot";
import { isAdministrator, openFirstPasskeyQuery } from "#functions/accounts/fresh-proofs.ts";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { lockAccountsQuery } from "#functions/accounts/store.ts";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { columnParser, firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { openOperatorTransactions } from "./operator.ts";
import { type ForgottenWays, toForgottenWays, waysInQuery } from "./ways-in.ts";

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
    v.object({ password_hash: v.string(), is_administrator: v.boolean() }),
    v.transform((row) => ({ passwordHash: row.password_hash, isAdministrator: row.is_administrator })),
  ),
);

const normalizeEmail = (email: string) => email.trim().toLowerCase();

type Seed = {
  email: string;
  /** The password of the account; without one, its owner chooses it by a mailed link. */
  password?: string;
  /** Whether the password replaces one that the administrator has chosen. */
  replace?: boolean;
};

/**
 * Ensures for `npm start` and `npm run deploy` that an administrator with this confirmed address exists. An account that
 * becomes an administrator keeps no way in from before. An administrator keeps a password chosen since, unless `replace`
 * is set. A replaced password ends every session of the account. An administrator of an earlier run without any sign-in
 * loses the role, because the address was corrected since. Other administrators keep it.
 * @returns whether the given password is now the password of the account
 */
export async function seedAdministrator(
  address: DatabaseAddress,
  { email: writtenEmail, password, replace = false }: Seed,
): Promise<boolean> {
  const operator = openOperatorTransactions(address);
  const email = normalizeEmail(writtenEmail);
  const { accounts } = await operator({
    accounts: sql`
      select password_hash, email_confirmed_at is not null and ${isAdministrator(sql`accounts.id`)} as is_administrator
      from accounts where email = ${email}`,
  });
  const account = firstRow(accounts, toCredentials);
  const argon2 = await loadArgon2();
  const passwords = createPasswords(() => argon2);
  const { valid } = passwords.verifyPassword(password ?? "", account?.passwordHash ?? null);
  // The owner of an unconfirmed address has proved neither the address nor the password.
  const keepsPassword = account?.isAdministrator && (valid || !replace);
  await operator({
    account: sql`
      insert into accounts (id, email, email_confirmed_at) values (${crypto.randomUUID()}, ${email}, now())
      on conflict (email) do update set email_confirmed_at = coalesce(accounts.email_confirmed_at, now())`,
    lock: lockAccountsQuery(sql`email = ${email}`),
    grant: grantQuery(email, { isSeeded: true }),
    password:
      password === undefined || keepsPassword
        ? []
        : replacePasswordQueries(email, passwords.hashPassword(password)),
    revoke: sql`
      update profiles set role = 'user'
      where role = 'admin' and seeded
        and user_id in (select id from accounts where email <> ${email} and last_sign_in_at is null)`,
  });
  return keepsPassword ? valid : password !== undefined;
}

/** Returns the statements that set the password of an account and end its sessions. */
const replacePasswordQueries = (email: string, hash: string) => [
  sql`update accounts set password_hash = ${hash}, updated_at = now() where email = ${email}`,
  sql`
    update sessions set ended_at = now()
    where ended_at is null and account_id = (select id from accounts where email = ${email})`,
  sql`
    insert into account_events (account_id, kind)
    select id, 'password_changed' from accounts where email = ${email} and created_at < now()`,
];

/**
 * Returns the statement that makes the account of a confirmed address an administrator; no row without such one. An
 * operator's grant of the role takes it out of the reach of a corrected ADMIN_EMAIL.
 */
const grantQuery = (email: string, { isSeeded = false } = {}) => sql`
  insert into profiles (user_id, role, seeded)
  select id, 'admin', ${isSeeded}::boolean
  from accounts where email = ${normalizeEmail(email)} and email_confirmed_at is not null
  on conflict (user_id) do update set role = 'admin',
    seeded = ${isSeeded}::boolean and (profiles.seeded or profiles.role <> 'admin')
  returning user_id`;

/** Lists the administrators that an earlier ADMIN_EMAIL named and that have signed in since, except this one. */
export async function listEarlierAdministrators(address: DatabaseAddress, email: string): Promise<string[]> {
  const { administrators } = await openOperatorTransactions(address)({
    administrators: sql`
      select email from accounts join profiles on user_id = id
      where role = 'admin' and seeded and email <> ${normalizeEmail(email)} and last_sign_in_at is not null
      order by email`,
  });
  return administrators.map(toEmail);
}

const toEmail = columnParser("email", v.string());

/** Decides that an administrator of an earlier ADMIN_EMAIL keeps the role. */
export async function keepAdministrator(address: DatabaseAddress, email: string): Promise<void> {
  await openOperatorTransactions(address)({
    kept: sql`
      update profiles set seeded = false
      where user_id = (select id from accounts where email = ${normalizeEmail(email)})`,
  });
}

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
 * Makes the account of a confirmed address an administrator. It keeps no way in from before, which an earlier owner of
 * the address may have. If it has no passkey or recovery code, it may add a first passkey within 24 hours.
 * @returns the result, and the ways in that were removed; null if the account already was an administrator
 */
export async function grantAdministrator(
  address: DatabaseAddress,
  email: string,
): Promise<{ result: Grant; forgotten: ForgottenWays | null }> {
  const { lockedAccounts, waysIn, grantedProfiles, openedAccounts } = await openOperatorTransactions(address)(
    {
      lockedAccounts: lockAccountsQuery(sql`email = ${normalizeEmail(email)}`),
      waysIn: waysInQuery(normalizeEmail(email), "admin"),
      grantedProfiles: grantQuery(email),
      openedAccounts: openFirstPasskeyEventQuery(email),
    },
  );
  const forgotten = firstRow(waysIn, toForgottenWays);
  if (grantedProfiles.length > 0)
    return { result: openedAccounts.length > 0 ? "opened" : "granted", forgotten };
  return { result: lockedAccounts.length > 0 ? "unconfirmed" : "unknown", forgotten: null };
}

/**
 * Revokes the role, with every way into the account, and withdraws an open invitation, with the account that it has
 * created. Returns which of them existed, and the ways in that were removed.
 */
export async function revokeAdministrator(
  address: DatabaseAddress,
  email: string,
): Promise<{ result: "revoked" | "uninvited" | null; forgotten: ForgottenWays | null }> {
  const isAccount = sql`email = ${normalizeEmail(email)}`;
  const isInvitation = sql`purpose = 'invite' and account_id = (select id from accounts where ${isAccount})`;
  const { waysIn, withdrawnInvitations, revokedProfiles } = await openOperatorTransactions(address)({
    lock: lockAccountsQuery(isAccount),
    waysIn: waysInQuery(normalizeEmail(email), "user"),
    withdrawnInvitations: sql`
      delete from one_time_tokens where ${isInvitation} and spent_at is null and expires_at > now()
      returning token_hash`,
    unsentMails: sql`
      delete from outgoing_mails
      where kind = 'administrator_invited' and sent_at is null and payload ->> 'to' = ${normalizeEmail(email)}`,
    revokedProfiles: sql`
      update profiles set role = 'user'
      where role = 'admin' and user_id = (select id from accounts where ${isAccount})
      returning user_id`,
    // A sign-up of the address has a token of its own.
    account: sql`
      delete from accounts
      where ${isAccount} and email_confirmed_at is null
        and not exists (select from one_time_tokens where account_id = accounts.id)`,
  });
  const forgotten = firstRow(waysIn, toForgottenWays);
  if (revokedProfiles.length > 0) return { result: "revoked", forgotten };
  return { result: withdrawnInvitations.length > 0 ? "uninvited" : null, forgotten: null };
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
