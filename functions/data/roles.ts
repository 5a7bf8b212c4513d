import { type Query, sql } from "./sql.ts";

/** Holds where the account of that id has the role of an administrator. */
export const isAdministrator = (accountId: Query): Query =>
  sql`exists (select from profiles where user_id = ${accountId} and role = 'admin')`;
