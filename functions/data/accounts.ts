import { type Row, sql, type Transaction } from "./database.ts";

/** Someone who can sign in, without what proves it. */
export type Account = {
  id: string;
  email: string;
  emailConfirmedAt: Date | null;
  lastSignInAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** The account of a row of `accounts`. */
export function accountOf(row: Row): Account {
  return {
    id: row.id as string,
    email: row.email as string,
    emailConfirmedAt: row.email_confirmed_at as Date | null,
    lastSignInAt: row.last_sign_in_at as Date | null,
    createdAt: row.created_at as Date,
    updatedAt: row.updated_at as Date,
  };
}

/** The account of the signed-in person. @throws Problem unauthenticated */
export async function readAccount(authorised: Transaction, accountId: string): Promise<Account> {
  const [[row] = []] = await authorised([
    sql`
      select id, email, email_confirmed_at, last_sign_in_at, created_at, updated_at
      from accounts where id = ${accountId}`,
  ]);
  return accountOf(row as Row);
}
