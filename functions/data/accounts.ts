import { nobodysPassword } from "#functions/auth/passwords.ts";
import type { UserMetadata } from "#functions/auth/user-metadata.ts";
import { type Query, type Row, sql, type Transaction } from "./database.ts";

/** Someone who can sign in, without what proves it. */
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

/** What `accountOf` needs of `accounts`; only the edge's own work on accounts sees all of it. */
export const accountColumns: Query = sql`
  accounts.id, accounts.email, accounts.email_confirmed_at, accounts.last_sign_in_at, accounts.created_at,
  accounts.updated_at, accounts.user_metadata, accounts.password_hash <> ${nobodysPassword} as has_password, ${waitingChange(sql`change.new_email`)} as new_email,
  ${waitingChange(sql`change.created_at`)} as email_change_sent_at`;

/** The account of a row of \`accountColumns\`. */
export function accountOf(row: Row): Account {
  return {
    id: row.id as string,
    email: row.email as string,
    emailConfirmedAt: row.email_confirmed_at as Date | null,
    lastSignInAt: row.last_sign_in_at as Date | null,
    emailChange:
      row.new_email === null
        ? null
        : { newEmail: row.new_email as string, sentAt: row.email_change_sent_at as Date },
    hasPassword: row.has_password as boolean,
    userMetadata: row.user_metadata as UserMetadata,
    createdAt: row.created_at as Date,
    updatedAt: row.updated_at as Date,
  };
}

/**
 * Locks the accounts that the condition names until the transaction ends. Calls about one account take turns, and none
 * of them deadlock, because all lock in one order: the account, its sessions, their tokens. Limits are charged before
 * the account is locked; those that are settled after it have been charged in a transaction of their own. What writes to
 * several sessions of an account, or to the account itself, starts with this; a call that concerns one session alone may
 * begin at that session, and takes the account no more.
 */
export const lockAccountsQuery = (condition: Query): Query =>
  sql`select id from accounts where ${condition} order by id for update`;

/** The address of the signed-in person. @throws Problem unauthenticated */
export async function readAddress(authorised: Transaction, accountId: string): Promise<string> {
  const [[row] = []] = await authorised([sql`select email from accounts where id = ${accountId}`]);
  return row?.email as string;
}
