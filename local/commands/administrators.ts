import loadArgon2 from "@phi-ag/argon2/node";
import * as v from "valibot";
import { createPasswords } from "#functions/accounts/passwords/passwords.ts";
import { lockAccountsQuery } from "#functions/accounts/store.ts";
import type { DatabaseAddress } from "#functions/kernel/database/database.ts";
import { openFirstPasskeyQuery } from "#functions/kernel/database/fresh-proofs.ts";
import { firstRow, rowParser } from "#functions/kernel/database/rows.ts";
import { sql } from "#functions/kernel/database/sql.ts";
import { operate } from "./operator.ts";

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

const normal = (email: string) => email.trim().toLowerCase();

/**
 * Ensures that an administrator with this address exists, with the address confirmed. A password that its owner has
 * chosen since stays, unless `replace` is set; then every session of the account ends. Every other administrator
 * without any sign-in loses the role: an earlier run granted it to an address that was corrected since. An account with
 * a sign-in keeps the role until `npm run admin -- revoke`.
 * @returns whether the given password is now the password of the account
 */
export async function seedAdministrator(
  address: DatabaseAddress,
  { email, password, replace = false }: { email: string; password: string; replace?: boolean },
): Promise<boolean> {
  const operator = operate(address);
  const argon2 = await loadArgon2();
  const passwords = createPasswords(() => argon2);
  const { known } = await operator({
    known: sql`select password_hash, email_confirmed_at from accounts where email = ${normal(email)}`,
  });
  const account = firstRow(known, toCredentials);
  const { valid } = passwords.verifyPassword(password, account?.passwordHash ?? null);
  // The owner of an unconfirmed address has proved neither the address nor the password.
  const theirs = account?.confirmed && !replace;
  if (account && (valid || theirs)) {
    await operator({
      confirm: sql`
        update accounts set email_confirmed_at = coalesce(email_confirmed_at, now()) where email = ${normal(email)}`,
      grant: grantTo(email),
      revoke: revokeUnusedBeside(email),
    });
    return valid;
  }
  await operator({
    account: sql`
      insert into accounts (id, email, password_hash, email_confirmed_at)
      values (${crypto.randomUUID()}, ${normal(email)}, ${passwords.hashPassword(password)}, now())
      on conflict (email) do update set
        password_hash = excluded.password_hash,
        email_confirmed_at = coalesce(accounts.email_confirmed_at, now()),
        updated_at = now()`,
    sessions: sql`
      update sessions set ended_at = now()
      where ended_at is null and account_id = (select id from accounts where email = ${normal(email)})`,
    event: sql`
      insert into account_events (account_id, kind)
      select id, 'password_changed' from accounts where email = ${normal(email)} and updated_at > created_at`,
    grant: grantTo(email),
    revoke: revokeUnusedBeside(email),
  });
  return true;
}

const grantTo = (email: string) => sql`
  insert into profiles (user_id, role)
  select id, 'admin' from accounts where email = ${normal(email)} and email_confirmed_at is not null
  on conflict (user_id) do update set role = 'admin'
  returning user_id`;

const revokeUnusedBeside = (email: string) => sql`
  update profiles set role = 'user'
  where role = 'admin'
    and user_id in (select id from accounts where email <> ${normal(email)} and last_sign_in_at is null)`;

/**
 * The result of a grant. `opened`: the account has no passkey or recovery code, and may now add its first passkey. An
 * unconfirmed address is not granted, because it need not belong to the person who signed up with it.
 */
type Grant = "granted" | "opened" | "unconfirmed" | "unknown";

const openFirstPasskey = (email: string) => sql`
  with opened as (${openFirstPasskeyQuery(normal(email))})
  insert into account_events (account_id, kind, detail)
  select account_id, 'first_passkey_opened', '{"by": "operator"}' from opened
  returning account_id`;

/** Makes the account of a confirmed address an administrator, who may add a first passkey within 24 hours. */
export async function grantAdministrator(address: DatabaseAddress, email: string): Promise<Grant> {
  const { known, granted, opened } = await operate(address)({
    known: lockAccountsQuery(sql`email = ${normal(email)}`),
    granted: grantTo(email),
    opened: openFirstPasskey(email),
  });
  if (granted.length > 0) return opened.length > 0 ? "opened" : "granted";
  return known.length > 0 ? "unconfirmed" : "unknown";
}

/** Revokes the role, at once and everywhere, and an open invitation. Returns which of the two existed. */
export async function revokeAdministrator(
  address: DatabaseAddress,
  email: string,
): Promise<"revoked" | "uninvited" | null> {
  const { uninvited, revoked } = await operate(address)({
    uninvited: sql`
      update accounts set administrator_invitation = null, administrator_invited_by = null
      where email = ${normal(email)} and administrator_invitation is not null
      returning id`,
    revoked: sql`
      update profiles set role = 'user'
      where role = 'admin' and user_id = (select id from accounts where email = ${normal(email)})
      returning user_id`,
  });
  if (revoked.length > 0) return "revoked";
  return uninvited.length > 0 ? "uninvited" : null;
}

/**
 * Removes the passkeys and recovery codes of an account whose owner lost them, and ends its sessions. The owner signs
 * in with the password and adds a new passkey, an administrator within 24 hours.
 * @returns the number of passkeys, or null without such an account
 */
export async function forgetPasskeys(address: DatabaseAddress, email: string): Promise<number | null> {
  const account = sql`(select id from accounts where email = ${normal(email)})`;
  const { known, forgotten } = await operate(address)({
    known: lockAccountsQuery(sql`email = ${normal(email)}`),
    forgotten: sql`delete from passkeys where account_id = ${account} returning id`,
    codes: sql`delete from recovery_codes where account_id = ${account}`,
    sessions: sql`update sessions set ended_at = now() where ended_at is null and account_id = ${account}`,
    event: sql`
      insert into account_events (account_id, kind, detail)
      select id, 'passkey_removed', '{"by": "operator"}' from accounts where email = ${normal(email)}`,
    opened: openFirstPasskey(email),
  });
  return known.length > 0 ? forgotten.length : null;
}

/** Lists all administrators, by address. */
export async function listAdministrators(address: DatabaseAddress): Promise<Administrator[]> {
  const { administrators } = await operate(address)({
    administrators: sql`
      select email, email_confirmed_at is not null as confirmed, last_sign_in_at
      from accounts join profiles on user_id = id
      where role = 'admin' order by email`,
  });
  return administrators.map(toAdministrator);
}
