import { type Query, sql } from "./sql.ts";

/** Returns a SQL condition that is true if the account has the role `admin`. */
export const isAdministrator = (accountId: Query): Query =>
  sql`exists (select from profiles where user_id = ${accountId} and role = 'admin')`;
