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

/** The profile of the signed-in user. @throws Refusal unauthenticated */
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

/** A user who can sign in, without the password. */
export type Account = {
  id: string;
  email: string;
  emailConfirmedAt: Date | null;
  lastSignInAt: Date | null;
  /** The change of address that waits for its confirmations. */
  emailChange: { newEmail: string; sentAt: Date } | null;
  /** False where its owner has yet to choose one. */
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

/** What `toAccount` needs of `accounts`; only the edge's own work on accounts sees all of it. */
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

/** The account of a row of `accountColumns`. */
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

/** The hash of a row that has one. */
export const toPasswordHash = columnParser("password_hash", v.string());

/**
 * Locks the accounts that the condition names until the transaction ends. Calls about one account take turns, and none
 * of them deadlock, because all lock in one order: the account, its sessions, their tokens. Limits are charged before
 * the account is locked; those that are settled after it have been charged in a transaction of their own. What writes to
 * several sessions of an account, or to the account itself, starts with this; a call that concerns one session alone may
 * begin at that session, and takes the account no more.
 */
export const lockAccountsQuery = (condition: Query): Query =>
  sql`select id from accounts where ${condition} order by id for update`;

const toAddress = columnParser("email", v.string());

/** The address of the signed-in user. @throws Refusal unauthenticated */
export async function getAddress(authorised: Transaction, accountId: string): Promise<string> {
  const { account } = await authorised({ account: sql`select email from accounts where id = ${accountId}` });
  return toAddress(account[0]);
}
