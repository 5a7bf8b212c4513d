import * as v from "valibot";
import type { Profile } from "#functions/contract/account.ts";
import type { Caller } from "#functions/kernel/crypto/access-tokens.ts";
import { lacksPasskey } from "#functions/kernel/database/fresh-proofs.ts";
import type { Transaction } from "#functions/kernel/database/named-results.ts";
import { columnParser, rowParser } from "#functions/kernel/database/rows.ts";
import { type Query, sql } from "#functions/kernel/database/sql.ts";
import type { UserMetadata } from "./own-account/user-metadata.ts";
import { unknownPasswordHash } from "./passwords/passwords.ts";

const toProfile = rowParser(
  v.pipe(
    v.object({ user_id: v.string(), role: v.picklist(["admin", "user"]), lacks_passkey: v.boolean() }),
    v.transform(
      ({ lacks_passkey, ...profile }): Profile => ({
        ...profile,
        ...(lacks_passkey && { passkey_required: true }),
      }),
    ),
  ),
);

/** Returns the profile of the signed-in user. @throws Refusal unauthenticated */
export async function getProfile(
  authorised: Transaction,
  { accountId, sessionId }: Caller,
): Promise<Profile> {
  const { profile } = await authorised({
    profile: sql`
      select user_id, role, ${lacksPasskey} as lacks_passkey
      from profiles join sessions on account_id = user_id
      where user_id = ${accountId} and sessions.id = ${sessionId}`,
  });
  return toProfile(profile[0]);
}

/** An account without its password hash. */
export type Account = {
  id: string;
  email: string;
  emailConfirmedAt: Date | null;
  lastSignInAt: Date | null;
  /** The latest change of address that is not confirmed yet. */
  emailChange: { newEmail: string; sentAt: Date } | null;
  /** False until the owner has chosen a password. */
  hasPassword: boolean;
  userMetadata: UserMetadata;
  createdAt: Date;
  updatedAt: Date;
};

const waitingChange = (column: Query): Query => sql`(
  select ${column} from one_time_tokens change
  where change.account_id = accounts.id and change.purpose = 'email_change' and change.half = 'current'
    and change.new_email <> accounts.email and change.expires_at > now()
  order by change.created_at desc limit 1
)`;

/** The columns that `toAccount` reads. Row-level security shows all of them to the service `auth` only. */
export const accountColumns: Query = sql`
  accounts.id, accounts.email, accounts.email_confirmed_at, accounts.last_sign_in_at, accounts.created_at,
  accounts.updated_at, accounts.user_metadata, accounts.password_hash <> ${unknownPasswordHash} as has_password, ${waitingChange(sql`change.new_email`)} as new_email,
  ${waitingChange(sql`change.created_at`)} as email_change_sent_at`;

const accountRow = v.object({
  id: v.string(),
  email: v.string(),
  email_confirmed_at: v.nullable(v.date()),
  last_sign_in_at: v.nullable(v.date()),
  new_email: v.nullable(v.string()),
  email_change_sent_at: v.nullable(v.date()),
  has_password: v.boolean(),
  user_metadata: v.record(v.string(), v.unknown()),
  created_at: v.date(),
  updated_at: v.date(),
});

/** Returns the account of a row of `accountColumns`. */
export const toAccount = rowParser(
  v.pipe(
    accountRow,
    v.transform(
      ({ new_email: newEmail, email_change_sent_at: sentAt, ...row }): Account => ({
        id: row.id,
        email: row.email,
        emailConfirmedAt: row.email_confirmed_at,
        lastSignInAt: row.last_sign_in_at,
        emailChange: newEmail !== null && sentAt ? { newEmail, sentAt } : null,
        hasPassword: row.has_password,
        userMetadata: row.user_metadata,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }),
    ),
  ),
);

/** Returns the password hash of a row. */
export const toPasswordHash = columnParser("password_hash", v.string());

/**
 * Locks the accounts that match the condition until the transaction ends, so that calls about one account take turns.
 * All calls lock in one order, which prevents deadlocks: the account, its sessions, their tokens. Limits are charged
 * before the account is locked; limits that are settled later were charged in an earlier transaction. A transaction
 * that writes to an account or to several of its sessions starts with this lock. A call about one session may lock only
 * that session, and must not lock the account afterwards.
 */
export const lockAccountsQuery = (condition: Query): Query =>
  sql`select id from accounts where ${condition} order by id for update`;

const toAddress = columnParser("email", v.string());

/** Returns the address of the signed-in user. @throws Refusal unauthenticated */
export async function getAddress(authorised: Transaction, accountId: string): Promise<string> {
  const { account } = await authorised({ account: sql`select email from accounts where id = ${accountId}` });
  return toAddress(account[0]);
}
